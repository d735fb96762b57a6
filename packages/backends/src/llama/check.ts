// Checks a model in this process for `leadline backends check`.
// Assumed: ours.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Finding, withLatency } from "../check/checks.ts"
import type { Resource } from "../kinds/BackendKind.ts"
import { checkOperations, type Operations } from "../openai-compatible/checkOperations.ts"
import { faults } from "../openai-compatible/decisions/faults.ts"
import { coin, coinState, selection } from "../openai-compatible/decisions/probe.ts"
import { renderEvidence } from "../openai-compatible/decisions/prompt.ts"
import type { BeginRequest } from "../openai-compatible/decisions/weigher.ts"
import type { ModelServer } from "../openai-compatible/server/ModelServer.ts"
import type { LocalModel } from "./LocalModel.ts"
import type { Turns } from "./modelQueue.ts"

/** Tokens of an answer that is tried: there are no thoughts. */
const answerTokens = 64

/** Bytes as `1,234 MB`. */
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString("en-US")} MB`

/** What can be said of a model without asking it. */
export const describeModel = ({ architecture, contextTokens, memory, name }: LocalModel) => ({
  model: name,
  architecture,
  context: `${contextTokens} tokens`,
  memory: `at most ${megabytes(memory)}`
})

const checkLabels = Effect.fnUntraced(function* (begin: BeginRequest, turns: Turns) {
  const evidence = yield* renderEvidence(coinState)
  const ask = Effect.flatMap(begin({ evidence, recordLabelMass: () => Effect.void }), (one) =>
    one(coin, selection)
  )
  const taken = turns.take("decisions.create", Effect.result(ask))
  const { latency, value } = yield* withLatency(Effect.result(Effect.flatMap(taken, Effect.fromResult)))
  if (Result.isSuccess(value)) {
    return [
      { capability: "label mass", value: value.success.labelMass.toFixed(3) },
      { capability: "latency", value: latency }
    ]
  }
  const error = value.failure
  return [
    {
      capability: "label mass",
      value: "no",
      advice: error._tag === "ReadoutFault" ? faults[error.fault] : error.message
    }
  ]
})

/** Says what the model is, reads its labels, and tries what the routes use. */
export const checkLocalModel =
  (
    server: ModelServer,
    model: LocalModel,
    begin: BeginRequest,
    turns: Turns,
    services: Operations["services"]
  ) =>
  (routed: ReadonlyArray<Resource>): Effect.Effect<ReadonlyArray<Finding>> =>
    Effect.gen(function* () {
      const { vectorSize } = model
      return [
        ...Object.entries(describeModel(model)).map(([capability, value]) => ({ capability, value })),
        ...(yield* checkLabels(begin, turns)),
        { capability: "images", value: "no" },
        { capability: "embeddings", value: vectorSize === undefined ? "no" : `${vectorSize} components` },
        ...(yield* checkOperations(server, { services, routed, offersTools: false, answerTokens }))
      ]
    })
