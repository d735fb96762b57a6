// Embeds texts by `/v1/embeddings`, in as many calls as they need.
// Assumed: ours.
import * as Effect from "effect/Effect"
import type { JsonCall } from "../../http/JsonClient.ts"
import { badGateway, refused } from "../../http/mapStatus.ts"
import { charactersOf, isCut } from "../server/isCut.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { ServerInfo } from "../server/ServerInfo.ts"
import * as limits from "./limits.ts"
import { batchesOf, shareOut, sizeOfText } from "./plan.ts"
import { scaled, readVectors, type Vector } from "./readVectors.ts"

/** A text with its vector. */
export interface Embedded {
  readonly vector: Vector
  /** As the server counted them: of texts in one call, by their size. */
  readonly tokens: number
}

/** The error of a text that the model cannot take as a whole. */
export const tooLong = (tokens: number | undefined, contextTokens: number | undefined) =>
  refused(
    tokens === undefined || contextTokens === undefined
      ? "input: expected texts that fit the context of the model"
      : `input: expected texts of at most ${contextTokens} tokens, got ${tokens}`,
    "input"
  )

/** Embeds texts, each by itself. */
export const embedTexts = Effect.fnUntraced(function* (
  server: ModelServer,
  operation: string,
  model: string,
  texts: ReadonlyArray<string>,
  { batch, contextTokens }: Pick<ServerInfo, "batch" | "contextTokens">
) {
  const sizes = texts.map(sizeOfText)
  const embedBatch = Effect.fnUntraced(function* (indexes: ReadonlyArray<number>) {
    const input = indexes.map((index) => texts[index] ?? "")
    const call: JsonCall = {
      operation,
      model,
      path: "/v1/embeddings",
      body: { model, input, encoding_format: "float" },
      retryUnsent: true
    }
    const { answer, inputTokens } = yield* server.client.call(call, (body, used) =>
      Effect.succeed({ answer: body, ...used })
    )
    const read = readVectors(answer, input.length)
    if (read === undefined) return yield* badGateway("The vectors of the model service cannot be read.")
    const [only = ""] = input
    if (input.length === 1 && isCut(charactersOf(only), read.tokens, contextTokens))
      return yield* tooLong(undefined, undefined)
    const own = indexes.map((index) => sizes[index] ?? 0)
    const isPlausible = read.tokens === inputTokens
    const counted = isPlausible ? inputTokens : own.reduce((sum, size) => sum + Math.ceil(size / 4), 0)
    const tokens = shareOut(counted, own)
    return read.vectors.map((vector, place): Embedded => ({
      vector: scaled(vector),
      tokens: tokens[place] ?? 0
    }))
  })
  const batches = batchesOf(sizes, { texts: batch ?? limits.batch, bytes: limits.batchBytes })
  const embedded = yield* Effect.forEach(batches, embedBatch, { concurrency: limits.concurrency })
  return embedded.flat()
})
