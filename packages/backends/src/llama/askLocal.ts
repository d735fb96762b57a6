// One question to the model, with some of its options: the exact log-probabilities of its labels.
// Assumed: ours.
import { leastLabelMass } from "../decisions/labelMass.ts"
import type { AskOnce } from "../openai-compatible/decisions/askModel.ts"
import { faulty } from "../openai-compatible/decisions/faults.ts"
import type { BeginRequest } from "../openai-compatible/decisions/weigher.ts"
import { labelsOfSelection, messagesOf, renderTask } from "../openai-compatible/decisions/prompt.ts"
import * as Effect from "effect/Effect"
import { logSum, makeLabelTokens } from "./labelTokens.ts"
import { tooLong, unable } from "./localClient.ts"
import type { LocalModel } from "./LocalModel.ts"
import { localMessages } from "./messages.ts"
import { modelWork } from "./modelWork.ts"

const samePrefix = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): number => {
  const first = left.findIndex((token, index) => token !== right[index])
  return first === -1 ? left.length : first
}

/** Makes what asks the model of a request. What its questions share, the state, counts as input once. */
export const makeAskLocal = (model: LocalModel): BeginRequest => {
  const labelTokens = makeLabelTokens(model.pieces)
  return ({ evidence, recordLabelMass }) => {
    let first: ReadonlyArray<number> = []
    const ask: AskOnce = Effect.fnUntraced(function* (question, selection) {
      const prompt = model.prompt(localMessages(messagesOf(evidence, renderTask(question, selection))))
      if (prompt.length > model.contextTokens) return yield* tooLong(prompt.length, model.contextTokens)
      const inputTokens = prompt.length - samePrefix(first, prompt)
      if (first.length === 0) first = prompt
      const tokens = labelTokens(labelsOfSelection(question, selection))
      if (tokens.some(({ length }) => length === 0)) return yield* faulty("label-tokens")
      const logprobs = yield* modelWork((signal) => model.logprobs(prompt, tokens.flat(), signal))
      let at = 0
      const weights = tokens.map(({ length }) => logSum(logprobs.slice(at, (at += length))))
      const labelMass = Math.min(1, Math.exp(logSum(weights)))
      if (!(labelMass >= leastLabelMass)) return yield* faulty("labels-missing")
      yield* recordLabelMass(labelMass)
      return { weights, labelMass, inputTokens }
    })
    return model.isGenerative
      ? Effect.succeed(ask)
      : Effect.fail(unable("decides nothing: it has vectors alone"))
  }
}
