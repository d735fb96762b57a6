// A server that speaks System One, for decisions.
import type { RequestLimits } from "../configuration/settings.ts"
import { limitsFor } from "../decisions/caps.ts"
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
  return {
    name,
    path,
    ...limitsFor(flavor, model, limits),
    encode: (call) => encode(call, flavor),
    decode: decode(name, flavor.decimals)
  }
}
