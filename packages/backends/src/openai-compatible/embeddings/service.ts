// Embeddings of a model server, plain and contextualized.
// Assumed: ours.
import * as Contextualized from "@leadline/core/contextualized-embeddings"
import * as ApiError from "@leadline/core/errors"
import {
  type Embedder,
  documentTokens,
  type Embeddings,
  modelWait,
  requestTokens
} from "@leadline/core/embeddings"
import * as Plain from "@leadline/core/embeddings"
import { addNotice } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { priceOf } from "../../configuration/settings.ts"
import { tooLate } from "../../http/mapStatus.ts"
import { leastTokens } from "../server/isCut.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { ServerInfo } from "../server/ServerInfo.ts"
import { computeOnce } from "../server/computeOnce.ts"
import { perModel } from "../server/perModel.ts"
import type { EmbeddingsSettings } from "../settings.ts"
import * as limits from "./limits.ts"
import { countTokens } from "./pieces.ts"
import { type Embedded, embedTexts, tooLong } from "./plain.ts"
import { shareOut, sizeOfText, withContext } from "./plan.ts"
import {
  embedByTokens,
  embedTogether,
  type LateChunking,
  probeTokenVectors,
  type TokenVectors,
  windowsOf
} from "./tokenVectors.ts"

type Documents = ReadonlyArray<ReadonlyArray<string>>

/** The vectors of a request, and its usage. */
interface Work {
  readonly server: ModelServer
  readonly operation: string
  /** The name of the model there. */
  readonly model: string
  readonly info: ServerInfo
  readonly tokens: TokenVectors | undefined
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

/**
 * Tokens of documents that may have too many, counted before they are embedded, or the least that they can be; 0 for the
 * others.
 */
const countLong = ({ info, model, server }: Work, documents: Documents) =>
  Effect.forEach(
    documents,
    Effect.fnUntraced(function* (chunks) {
      const text = chunks.join("\n")
      const limit = Math.min(documentTokens, info.contextTokens ?? Infinity)
      if (sizeOfText(text) <= limit) return 0
      return (yield* countTokens(server, info.software, model, text)) ?? leastTokens(text)
    }),
    { concurrency: limits.concurrency }
  )

/** Embeds texts that know nothing of each other. */
const embedAlone = (
  work: Work,
  texts: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Embedded>, ApiError.ApiError> => {
  const { info, model, operation, server, tokens } = work
  // A llama.cpp that gives vectors of tokens does not pool, and refuses the other route.
  return info.software === "llama.cpp" && tokens !== undefined
    ? Effect.forEach(texts, (text) => embedByTokens({ ...work, size: tokens.size }, text), {
        concurrency: limits.concurrency
      })
    : embedTexts(server, operation, model, texts, info)
}

/** Embeds each chunk with what stands around it, for a server without vectors of tokens. */
const embedWithContext = Effect.fnUntraced(function* (work: Work, documents: Documents) {
  if (documents.some(({ length }) => length > 1)) yield* addNotice("chunk-context-shortened")
  const texts = documents.flatMap((chunks) => chunks.map((_, place) => withContext(chunks, place)))
  const embedded = yield* embedAlone(work, texts)
  let next = 0
  return documents.map((chunks) =>
    chunks.map((chunk): Embedded => {
      const one = embedded[next] ?? { vector: [], tokens: 0 }
      const [own = 0] = shareOut(one.tokens, [
        sizeOfText(chunk),
        sizeOfText(texts[next] ?? "") - sizeOfText(chunk)
      ])
      next++
      return { vector: one.vector, tokens: own }
    })
  )
})

/** Embeds the chunks of documents together, as far as the model takes them. */
const embedLate = Effect.fnUntraced(function* (work: Work, size: number, documents: Documents) {
  const late: LateChunking = { ...work, size }
  return yield* Effect.forEach(
    documents,
    Effect.fnUntraced(function* (chunks) {
      const windows = windowsOf(chunks, late)
      if (windows.length > 1) yield* addNotice("chunk-context-shortened")
      const embedded = yield* Effect.forEach(
        windows,
        Effect.fnUntraced(function* (indexes) {
          const own = indexes.map((index) => chunks[index] ?? "")
          return (yield* embedTogether(late, own)) ?? (yield* embedWithContext(work, [own]))[0] ?? []
        })
      )
      return embedded.flat()
    }),
    { concurrency: limits.concurrency }
  )
})

/** An embedder that has all vectors already. It is asked for documents in their order. */
const embedderOf = (
  counts: ReadonlyArray<number>,
  vectors: ReadonlyArray<ReadonlyArray<Embedded>>
): Embedder => {
  let counted = 0
  let embedded = 0
  return {
    countTokens: (texts) => Effect.sync(() => shareOut(counts[counted++] ?? 0, texts.map(sizeOfText))),
    embed: ({ dimensions }) =>
      Stream.suspend(() =>
        Stream.mapEffect(Stream.fromIterable(vectors[embedded++] ?? []), ({ vector }) =>
          vector.length >= dimensions ? Effect.succeed(vector) : Effect.fail(tooFew(vector.length))
        )
      )
  }
}

const tooFew = (size: number) => {
  const message = `Expected at most ${size} for this model`
  return new ApiError.InvalidRequestError({
    message: `dimensions: ${message}`,
    issues: [{ path: ["dimensions"], message, code: "less_than_equal" }],
    param: "dimensions",
    phase: "service"
  })
}

const inTime = <A>(work: Effect.Effect<A, ApiError.ApiError>) =>
  Effect.timeoutOrElse(work, { duration: modelWait, orElse: () => Effect.fail(tooLate()) })

/** Both embeddings services of a model server. */
export const makeEmbeddings = (server: ModelServer, settings: EmbeddingsSettings) => {
  const probeOf = perModel((model) =>
    computeOnce(
      server.scope,
      Effect.flatMap(server.info, (info) => probeTokenVectors(server, info, model))
    )
  )

  const workOf = Effect.fnUntraced(function* (operation: string, asked: string) {
    const model = yield* server.nameOf(asked)
    const said = yield* server.info
    const info: ServerInfo = {
      ...said,
      batch: settings.batch ?? said.batch,
      contextTokens: server.settings.limits?.contextTokens ?? said.contextTokens
    }
    const tokens = settings.tokenVectors === false ? undefined : yield* probeOf(model).get
    const work: Work = { server, operation, model, info, tokens }
    return work
  })

  /** An embedder with the vectors of all documents, or with the counts of those that are too long. */
  const prepare = Effect.fnUntraced(function* (
    work: Work,
    documents: Documents,
    embed: Effect.Effect<ReadonlyArray<ReadonlyArray<Embedded>>, ApiError.ApiError>
  ) {
    const counts = yield* countLong(work, documents)
    if (counts.some((count) => count > documentTokens) || sum(counts) > requestTokens)
      return embedderOf(counts, [])
    const over = counts.find((count) => count > (work.info.contextTokens ?? Infinity))
    if (over !== undefined) return yield* tooLong(over, work.info.contextTokens)
    const vectors = yield* embed
    return embedderOf(
      vectors.map((own) => sum(own.map(({ tokens }) => tokens))),
      vectors
    )
  })

  const embeddings: Embeddings["Service"] = Plain.make({
    create: (request) =>
      Effect.gen(function* () {
        const texts = typeof request.input === "string" ? [request.input] : request.input
        const work = yield* workOf("embeddings.create", request.model)
        const embed = Effect.map(embedAlone(work, texts), (all) => all.map((one) => [one]))
        const embedder = yield* prepare(
          work,
          texts.map((text) => [text]),
          embed
        )
        const prices = { [request.model]: priceOf(server.settings, work.model)?.input ?? 0 }
        return yield* Plain.fromEmbedder(embedder, prices).create(request)
      }).pipe(inTime)
  })

  const contextualizedEmbeddings: Contextualized.ContextualizedEmbeddings["Service"] = Contextualized.make({
    create: (request) =>
      Effect.gen(function* () {
        const work = yield* workOf("contextualizedEmbeddings.create", request.model)
        const { tokens } = work
        const embed =
          tokens === undefined
            ? embedWithContext(work, request.input)
            : embedLate(work, tokens.size, request.input)
        const embedder = yield* prepare(work, request.input, embed)
        const prices = { [request.model]: priceOf(server.settings, work.model)?.input ?? 0 }
        return yield* Contextualized.fromEmbedder(embedder, prices).create(request)
      }).pipe(inTime)
  })

  return { embeddings, contextualizedEmbeddings }
}
