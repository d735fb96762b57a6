// A server that speaks System One, as decisions ask it.
import type { RequestLimits } from "../configuration/settings.ts"
import { capsFor } from "../decisions/caps.ts"
import type { Profile } from "../decisions/Profile.ts"
import { decode } from "./decode.ts"
import { encode } from "./encode.ts"
import { flavorFor, type Server } from "./flavors.ts"

/** The profile of a server for a model by its name there, within the limits of the configuration. */
export const systemOneProfile = (
  server: Server,
  path: string,
  model: string,
  limits: RequestLimits | undefined
): Profile => {
  const flavor = flavorFor(server, model)
  const { decimals, images } = flavor
  return {
    server,
    path,
    caps: capsFor(flavor, model, limits),
    images: images && { ...images, max: limits?.images ?? images.max },
    encode: (call) => encode(call, flavor),
    decode: decode(server, decimals)
  }
}
