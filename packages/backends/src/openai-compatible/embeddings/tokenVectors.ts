// The vectors of the tokens of a text, by the route of each program.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { JsonCall } from "../../http/JsonClient.ts"
import { badGateway } from "../../http/mapStatus.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { ServerInfo, Software } from "../server/ServerInfo.ts"
import * as limits from "./limits.ts"
import { piecesOf } from "./pieces.ts"
import { batchesOf, sizeOfText } from "./plan.ts"
import type { Embedded } from "./plain.ts"
import { meanOf, readTokenVectors } from "./readVectors.ts"
import { joinChunks, spansOf } from "./spans.ts"

const routes: {
  readonly [program in Software]?: (text: string, model: string) => Omit<JsonCall, "operation">
} = {
  "llama.cpp": (input, model) => ({ path: "/embeddings", body: { model, input } }),
  vLLM: (input, model) => ({ path: "/pooling", body: { model, input, task: "token_embed" } }),
  TEI: (inputs) => ({ path: "/embed_all", body: { inputs: [inputs], truncate: false } })
}

/** The form of a server's token vectors. Undefined: it gives none. */
export interface TokenVectors {
  /** Components of a vector. */
  readonly size: number
}

/** Asks for the vectors of two words. A single one is that of the text: the server pools. */
export const probeTokenVectors = Effect.fnUntraced(function* (
  server: ModelServer,
  { software }: ServerInfo,
  model: string
) {
  const route = routes[software]
  if (route === undefined) return undefined
  const vectors = yield* server.client.probe(route("one two", model)).pipe(
    Effect.map(readTokenVectors),
    Effect.orElseSucceed(() => undefined)
  )
  const size = vectors?.[0]?.length
  return vectors === undefined || vectors.length < 2 || size === undefined ? undefined : { size }
})

/** The vectors of the tokens of a text. */
const vectorsOf = (server: ModelServer, call: JsonCall) =>
  server.client.call({ ...call, retryUnsent: true }).pipe(
    Effect.map(readTokenVectors),
    Effect.filterOrFail(
      (vectors) => vectors !== undefined,
      () => badGateway("The vectors of the model service cannot be read.")
    )
  )

/** The token vectors of a document. */
export interface LateChunking {
  readonly server: ModelServer
  readonly operation: string
  readonly model: string
  readonly info: ServerInfo
  readonly size: number
}

/** The vector of a text as the mean of those of its tokens, for a server that does not pool. */
export const embedByTokens = (
  { info, model, operation, server }: LateChunking,
  text: string
): Effect.Effect<Embedded, ApiError.ApiError> => {
  const route = routes[info.software]
  if (route === undefined) return Effect.fail(badGateway())
  return Effect.map(vectorsOf(server, { ...route(text, model), model, operation }), (vectors) => ({
    vector: meanOf(vectors),
    tokens: vectors.length
  }))
}

/** Chunks that go through the model together: as many as an answer has room for the vectors of. */
export const windowsOf = (chunks: ReadonlyArray<string>, { info, size }: LateChunking) => {
  const tokens = Math.min(
    Math.floor(limits.vectorCharacters / (size * limits.componentCharacters)),
    info.contextTokens ?? Infinity
  )
  return batchesOf(
    chunks.map((chunk) => sizeOfText(chunk) + 1),
    {
      texts: Infinity,
      bytes: tokens * limits.bytesPerToken
    }
  )
}

/**
 * The vectors of chunks that went through the model as one text: for each the mean of those of its tokens. Undefined:
 * the server does not say which tokens these are.
 */
export const embedTogether = Effect.fnUntraced(function* (
  { info, model, operation, server }: LateChunking,
  chunks: ReadonlyArray<string>
) {
  const route = routes[info.software]
  const { starts, text } = joinChunks(chunks)
  const pieces = yield* piecesOf(server, info.software, model, text)
  const spans = pieces === undefined ? undefined : spansOf(text, starts, pieces)
  if (route === undefined || spans === undefined) return undefined
  const vectors = yield* vectorsOf(server, { ...route(text, model), model, operation })
  if (vectors.length !== pieces?.length) return undefined
  return spans.map((span): Embedded => ({
    vector: meanOf(span.map((token) => vectors[token] ?? [])),
    tokens: span.length
  }))
})
