// A server that speaks System One, for decisions.
import type { RequestLimits } from "../configuration/settings.ts"
import { capsFor } from "../decisions/caps.ts"
import type { DecisionServer } from "../decisions/DecisionServer.ts"
import { decode } from "./decode.ts"
import { encode } from "./encode.ts"
import { flavorFor, type Server } from "./flavors.ts"

/** The server for a model by its name there, within the limits of the configuration. */
export const systemOneServer = (
  name: Server,
  path: string,
  model: string,
  limits: RequestLimits | undefined
): DecisionServer => {
  const flavor = flavorFor(name, model)
  const { decimals, images } = flavor
  return {
    name,
    path,
    caps: capsFor(flavor, model, limits),
    images: images && { ...images, max: limits?.images ?? images.max },
    encode: (call) => encode(call, flavor),
    decode: decode(name, decimals)
  }
}
