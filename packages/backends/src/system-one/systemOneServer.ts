// A server that speaks System One, for decisions.
import type { ApiError } from "@leadline/core/errors"
import type * as Effect from "effect/Effect"
import type { RequestLimits } from "../configuration/settings.ts"
import { limitsFor } from "../decisions/serverLimits.ts"
import type { DecisionServer, Readings } from "../decisions/DecisionServer.ts"
import { invalidAnswer } from "../decisions/invalidAnswer.ts"
import { valueAt } from "../json/unknownJson.ts"
import { decode } from "./decode.ts"
import { encode } from "./encode.ts"
import { flavorFor, type Server } from "./flavors.ts"

/** Reads the `result` of an answer that says `success`. */
const readResult = (
  name: string,
  body: unknown,
  read: (result: unknown) => Effect.Effect<Readings, ApiError>
): Effect.Effect<Readings, ApiError> =>
  valueAt(body, "success") === true
    ? read(valueAt(body, "result"))
    : invalidAnswer(name, "it does not say that it succeeded")

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
    decode: flavor.isWorkersAi
      ? (body, questions) => readResult(name, body, (result) => read(result, questions))
      : read
  }
}
