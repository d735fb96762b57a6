// A server that speaks System One, for decisions.
import type { RequestLimits } from "../configuration/settings.ts"
import { limitsFor } from "../decisions/serverLimits.ts"
import type { DecisionServer } from "../decisions/DecisionServer.ts"
import { invalidAnswer } from "../decisions/readProbabilities.ts"
import { valueAt } from "../json/unknownJson.ts"
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
  const read = decode(name, flavor.decimals)
  return {
    name,
    path: flavor.isWorkersAi ? `/${model}` : path,
    ...limitsFor(flavor, model, limits),
    encode: (call) => encode(call, flavor),
    decode: (body, questions) => {
      if (!flavor.isWorkersAi) return read(body, questions)
      return valueAt(body, "success") === true
        ? read(valueAt(body, "result"), questions)
        : invalidAnswer(name, "it does not say that it succeeded")
    }
  }
}
