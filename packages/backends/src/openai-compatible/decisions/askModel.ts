// One call to the model: a question with some of its options, answered with a weight for each.
// Assumed: ours.
import type { Ask } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { noteModel } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { textAt } from "../../json/unknownJson.ts"
import { charactersOf, isCut } from "../server/isCut.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { type Call, callBody } from "./callBody.ts"
import { faulty, type ReadoutFault } from "./faults.ts"
import type { LabelIds } from "./labelIds.ts"
import type { LabelSet } from "./labels.ts"
import type { ProbeResult } from "./probe.ts"
import type { Evidence, Selection } from "./prompt.ts"
import { labelsOfSelection, messagesOf, renderTask } from "./prompt.ts"
import { promptedDecimals, promptedTask, promptedTokens, readPrompted } from "./prompted.ts"
import { type LabelWeights, readIds, readLabels } from "./readLabels.ts"
import { readReply } from "./reply.ts"

/** How far a probability may be off before more alternatives are asked for. */
const tolerance = 5e-4

/** The context that all calls of a request share. */
export interface Conversation {
  readonly server: ModelServer
  /** The name of the model there. */
  readonly model: string
  readonly probed: ProbeResult
  readonly evidence: Evidence
  readonly contextTokens: number | undefined
  readonly recordLabelMass: (mass: number) => Effect.Effect<void>
}

/** Weights of the selected options, of "none of the above" last, and what they took. */
export interface Asked extends Omit<LabelWeights, "uncertainty"> {
  readonly inputTokens: number
}

/** Asks a question about some of its options. */
export type AskOnce = (ask: Ask, selection: Selection) => Effect.Effect<Asked, ApiError | ReadoutFault>

/** Makes what asks the model of a request. */
export const makeAskOnce = (conversation: Conversation): AskOnce => {
  const { contextTokens, evidence, model, probed, recordLabelMass, server } = conversation
  const { labelIds, method } = probed
  const decimals = method.name === "prompted" ? promptedDecimals : null
  const length = charactersOf(evidence.text)
  const call = (task: string, more: Partial<Call> = {}) =>
    server.client.call(
      {
        operation: "decisions.create",
        model,
        path: "/v1/chat/completions",
        body: callBody({ model, messages: messagesOf(evidence, task), method, ...more }),
        retryUnsent: true
      },
      (answer, { cachedTokens, inputTokens }) =>
        Effect.as(noteModel(textAt(answer, "model") ?? model, decimals), {
          answer,
          inputTokens: inputTokens - cachedTokens
        })
    )

  const prompted: AskOnce = Effect.fnUntraced(function* (ask, selection) {
    const { answer, inputTokens } = yield* call(promptedTask(renderTask(ask, selection)), {
      maxTokens: promptedTokens
    })
    const weights = readPrompted(labelsOfSelection(ask, selection), answer)
    if (typeof weights === "string") return yield* faulty(weights)
    return { weights, labelMass: 1, inputTokens }
  })

  /** Reads the labels among so many alternatives, and among ten times as many where these leave it uncertain. */
  const readAmong = Effect.fnUntraced(function* (
    task: string,
    set: LabelSet,
    topLogprobs: number,
    ids: LabelIds | undefined
  ): Effect.fn.Return<Asked, ApiError | ReadoutFault> {
    const { answer, inputTokens } = yield* call(task, {
      method: { ...method, topLogprobs },
      ids: ids?.flat()
    })
    const reply = readReply(answer)
    if (typeof reply === "string") return yield* faulty(reply)
    const { promptTokens, reported } = reply
    if (evidence.images.length === 0 && isCut(length + task.length, promptTokens, contextTokens))
      return yield* faulty("prompt-truncated")
    const read = ids === undefined ? readLabels(set, reported) : readIds(ids, reported)
    const more = Math.min(topLogprobs * 10, probed.mostAlternatives)
    const isUncertain =
      read === "labels-missing" || (typeof read !== "string" && read.uncertainty > tolerance)
    if (isUncertain && more > topLogprobs && reported.length >= topLogprobs) {
      const further = yield* Effect.result(readAmong(task, set, more, ids))
      if (Result.isSuccess(further))
        return { ...further.success, inputTokens: inputTokens + further.success.inputTokens }
      if (further.failure._tag === "InvalidRequestError") probed.mostAlternatives = topLogprobs
      else if (typeof read === "string") return yield* further.failure
    }
    return typeof read === "string" ? yield* faulty(read) : { ...read, inputTokens }
  })

  const byLogprobs: AskOnce = Effect.fnUntraced(function* (ask, selection) {
    const set = labelsOfSelection(ask, selection)
    const ids = method.name === "token-ids" ? yield* labelIds(set) : undefined
    const asked = yield* readAmong(renderTask(ask, selection), set, method.topLogprobs, ids)
    yield* recordLabelMass(asked.labelMass)
    return asked
  })

  return method.name === "prompted" ? prompted : byLogprobs
}
