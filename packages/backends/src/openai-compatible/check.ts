// Checks a model server for `leadline backends check`.
// Assumed: ours.
import * as Effect from "effect/Effect"
import { checkReachable, type Finding, withLatency } from "../check/checks.ts"
import { checkOperations, type Operations } from "./checkOperations.ts"
import { faults } from "./decisions/faults.ts"
import { labelsOf, spellings } from "./decisions/labels.ts"
import { tokenize } from "./decisions/labelIds.ts"
import { probe } from "./decisions/probe.ts"
import { readVectors } from "./embeddings/readVectors.ts"
import { probeTokenVectors } from "./embeddings/tokenVectors.ts"
import { makeKnownSight } from "./server/images.ts"
import type { ModelServer } from "./server/ModelServer.ts"
import type { ServerInfo } from "./server/ServerInfo.ts"
import type { Readout } from "./settings.ts"

type Findings = Effect.Effect<ReadonlyArray<Finding>>

/** The name of a model there: as mapped, or else the first that is mapped. */
const nameOf = (server: ModelServer, model: string): Effect.Effect<string> =>
  server
    .nameOf(model)
    .pipe(Effect.orElseSucceed(() => Object.values(server.settings.models ?? {})[0] ?? model))

const checkReadout = Effect.fnUntraced(function* (server: ModelServer, model: string, readout: Readout) {
  const { latency: time, value: found } = yield* withLatency(Effect.result(probe(server, model, readout)))
  const latency = { capability: "latency", value: time }
  const capability = "log-probabilities"
  if (found._tag === "Failure") {
    const error = found.failure
    const advice = error._tag === "ReadoutFault" ? faults[error.fault] : error.message
    return [{ capability, value: "no", advice }, latency]
  }
  const { alternatives, labelMass, method } = found.success
  if (labelMass === undefined) return [{ capability, value: "prompted", advice: "They are worse." }, latency]
  const value = `${method.name}, ${alternatives} alternatives, thinking ${method.thinking}`
  return [{ capability, value }, { capability: "label mass", value: labelMass.toFixed(3) }, latency]
})

/** Is every label one token? Asked where the server has a tokenizer for others. */
const checkLabels = (server: ModelServer, model: string): Findings => {
  const sets = [labelsOf("choice", 16), labelsOf("noul", 2), labelsOf("score", 10)]
  const hasToken = (texts: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(texts, (text) => tokenize(server, model, text)),
      (tokens) => tokens.some(({ length }) => length === 1)
    )
  const labels = sets.flatMap((set) => spellings(set))
  return Effect.forEach(labels, hasToken, { concurrency: 4 }).pipe(
    Effect.map((own): ReadonlyArray<Finding> => {
      const missing = own.filter((isToken) => !isToken).length
      return missing === 0
        ? [{ capability: "labels", value: "one token each" }]
        : [{ capability: "labels", value: `${missing} have several tokens`, advice: faults["label-tokens"] }]
    }),
    Effect.orElseSucceed(() => [{ capability: "labels", value: "unknown" }])
  )
}

const checkEmbeddings = Effect.fnUntraced(function* (server: ModelServer, info: ServerInfo, model: string) {
  const answer = yield* server.client
    .probe({ path: "/v1/embeddings", body: { model, input: ["one two"], encoding_format: "float" } })
    .pipe(Effect.orElseSucceed(() => undefined))
  const pooled = readVectors(answer, 1)?.vectors[0]?.length
  const tokens = yield* probeTokenVectors(server, info, model)
  const size = pooled ?? tokens?.size
  return [
    { capability: "embeddings", value: size === undefined ? "no" : `${size} components` },
    { capability: "token vectors", value: tokens === undefined ? "no" : "yes" }
  ]
})

const sightWord = (sees: boolean | undefined): string =>
  sees === undefined ? "unknown" : sees ? "yes" : "no"

/** Asks a model server for all that it can do. */
export const checkModelServer = (server: ModelServer, readout: Readout, operations: Operations): Findings =>
  Effect.gen(function* () {
    const reachable = yield* checkReachable(server.client, "/v1/models")
    if (reachable.some(({ isFailure }) => isFailure === true)) return reachable
    const info = yield* server.info
    const decider = yield* nameOf(server, "decider-27b")
    const embedder = yield* nameOf(server, "svc-embed-v1-0.6b")
    const context = server.settings.limits?.contextTokens ?? info.contextTokens
    return [
      ...reachable,
      { capability: "server", value: info.software },
      ...(yield* checkReadout(server, decider, readout)),
      ...(yield* checkLabels(server, decider)),
      { capability: "images", value: sightWord(yield* makeKnownSight(server, decider)) },
      ...(yield* checkEmbeddings(server, info, embedder)),
      ...(yield* checkOperations(server, operations)),
      { capability: "context", value: context === undefined ? "unknown" : `${context} tokens` }
    ]
  })
