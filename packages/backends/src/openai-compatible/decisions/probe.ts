// How a model server is read: found out by a question that no model can be sure of.
// Assumed: ours.
import type { Ask } from "@leadline/core/decisions"
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { withDeadline } from "../../http/AttemptDeadline.ts"
import { misconfigured } from "../../http/mapStatus.ts"
import * as limits from "../server/limits.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { Readout } from "../settings.ts"
import { callBody, type Method, type Thinking } from "./callBody.ts"
import { faulty, type ReadoutFault } from "./faults.ts"
import { labelsOf } from "./labels.ts"
import { type LabelIds, makeLabelIds } from "./labelIds.ts"
import { messagesOf, renderEvidence, renderTask } from "./prompt.ts"
import { readIds, readLabels } from "./readLabels.ts"
import { readReply } from "./reply.ts"

/** How a model is read, as the probe found. */
export interface ProbeResult {
  readonly method: Method
  /** Alternatives that came. */
  readonly alternatives: number
  /** The most that are asked for where fewer leave an answer uncertain; lowered when the server refuses them. */
  mostAlternatives: number
  /** Undefined: probabilities are prompted. */
  readonly labelMass: number | undefined
  /** The ids of labels, for `token-ids`. */
  readonly labelIds: ReturnType<typeof makeLabelIds>
}

/** A question without evidence. */
export const coin: Ask = {
  type: "choice",
  instructions: "Which side is up?",
  options: [
    { name: "heads", description: null },
    { name: "tails", description: null }
  ]
}

/** What is known of the coin. */
export const coinState = "A coin was thrown. Nobody has looked at it."

/** Both of its sides. */
export const selection = { options: [0, 1] }

/** Alternatives asked for first: of a large vocabulary they have every label that matters. */
const many = 200

/** Alternatives of two megabytes: of a vocabulary without a clear favourite even they may miss a label. */
const most = 20_000

/** Alternatives that all servers give. */
const few = 20

/** The methods to try, the best first: as configured, or what most servers take. */
const candidates = (readout: Readout): ReadonlyArray<Method> => {
  const name = readout.method ?? "top-logprobs"
  const counts = readout.topLogprobs === undefined ? [many, few] : [readout.topLogprobs]
  const ways: ReadonlyArray<Thinking> = readout.thinking === undefined ? ["off", "leave"] : [readout.thinking]
  return ways.flatMap((thinking) => counts.map((topLogprobs) => ({ name, topLogprobs, thinking })))
}

/** Reads the answer of the probe. It must not be sure: a masked distribution is. */
const readProbe = (answer: unknown, ids: LabelIds | undefined) => {
  const reply = readReply(answer)
  if (typeof reply === "string") return faulty(reply)
  const { reported } = reply
  const read = ids === undefined ? readLabels(labelsOf("choice", 2), reported) : readIds(ids, reported)
  if (typeof read === "string") return faulty(read)
  const largest = Math.max(...reported.map(({ logprob }) => logprob))
  if (Math.exp(largest) > 1 - 1e-9) return faulty("masked")
  return Effect.succeed({ alternatives: reported.length, labelMass: read.labelMass })
}

/** Finds out how a model is read. Fails with what the caller is told, or with the fault of its answer. */
export const probe = Effect.fnUntraced(function* (server: ModelServer, model: string, readout: Readout) {
  const labelIds = makeLabelIds(server, model)
  const messages = messagesOf(yield* renderEvidence(coinState), renderTask(coin, selection))
  let refusal: ApiError.ApiError | undefined
  for (const method of candidates(readout)) {
    if (method.name === "prompted")
      return { method, alternatives: 0, mostAlternatives: 0, labelMass: undefined, labelIds }
    const ids = method.name === "token-ids" ? yield* labelIds(labelsOf("choice", 2)) : undefined
    const body = callBody({ model, messages, method, ids: ids?.flat() })
    // Counted like other calls: a server that is down, or hangs, opens its circuit breaker.
    const call = server.client.call({ operation: "decisions.create", path: "/v1/chat/completions", body })
    const answer = yield* call.pipe(
      withDeadline(limits.readoutProbeTimeout),
      Effect.catch((error) => {
        // Refused for a field: another method may work.
        if (error._tag !== "InvalidRequestError") return Effect.fail(error)
        refusal = error
        return Effect.void
      })
    )
    if (answer === undefined) continue
    const found = yield* readProbe(answer, ids)
    yield* Effect.logInfo("The model is read by log-probabilities", {
      backend: server.client.name,
      method: method.name,
      thinking: method.thinking,
      ...found
    })
    const grows = readout.topLogprobs === undefined && method.topLogprobs === many
    return { method, ...found, mostAlternatives: grows ? most : method.topLogprobs, labelIds }
  }
  return yield* refusal ?? misconfigured()
}) satisfies (
  server: ModelServer,
  model: string,
  readout: Readout
) => Effect.Effect<ProbeResult, ApiError.ApiError | ReadoutFault>
