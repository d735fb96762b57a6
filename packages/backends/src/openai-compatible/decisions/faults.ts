// Faults of a model server's log-probabilities. Each is an error: no distribution is made up.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { badGateway } from "../../http/mapStatus.ts"
import { makeLogThrottle } from "@leadline/core/internal"

/** Each fault, as its error says it and the log line of the operator. */
export const faults = {
  "logprobs-missing": "The model server gives no log-probabilities.",
  "logprobs-malformed": "The log-probabilities of the model server are no probabilities.",
  "logprobs-placeholders": "The log-probabilities of the model server are all the same: it fills them in.",
  "too-few-alternatives":
    "The model server names one token instead of several. With llama.cpp, switch speculative decoding off.",
  masked: "The log-probabilities of the model server are those after sampling, not those of the model.",
  "labels-missing": "The model gives the labels of the question no probability.",
  "label-tokens": "The model has no token of its own for each label.",
  "ids-ignored": "The model server does not give the log-probabilities of the tokens asked for.",
  thinking: "The model thinks before it answers: switch thinking off.",
  "max-tokens-ignored": "The model server ignores max_tokens.",
  "prompt-truncated": "The model server cuts the prompt.",
  "answer-malformed": "The answer of the model server cannot be read.",
  "prompted-malformed": "The model does not state a probability for each label."
} as const

/** The name of a fault. */
export type FaultName = keyof typeof faults

/** The readout of a reply failed. */
export class ReadoutFault extends Data.TaggedError("ReadoutFault")<{ readonly fault: FaultName }> {}

/** A failed readout as an effect. */
export const faulty = (fault: FaultName): Effect.Effect<never, ReadoutFault> =>
  Effect.fail(new ReadoutFault({ fault }))

/** Makes the error of a fault for the caller, 502, and now and then a line in the log for the operator. */
export const makeRefuse = (
  backend: string
): ((fault: ReadoutFault) => Effect.Effect<never, ApiError.ApiError>) => {
  const throttled = makeLogThrottle()
  return ({ fault }) => {
    const line = Effect.logError("The model server cannot be used for decisions", {
      backend,
      fault,
      meaning: faults[fault]
    })
    return Effect.andThen(throttled(line), Effect.fail(badGateway(`Readout unavailable. ${faults[fault]}`)))
  }
}
