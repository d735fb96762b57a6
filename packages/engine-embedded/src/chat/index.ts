// The embedded chat engine: composes answers from search results, offline and deterministic.
// Source: §4.10.
import type { ChatRequest } from "@leadline/core/chat"
import * as ChatResource from "@leadline/core/chat"
import type { Decisions } from "@leadline/core/decisions"
import { addNotice } from "@leadline/core/internal"
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type AnswerServices, layerOver } from "../question-answering/services.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { answerChat } from "./answer.ts"
import { toCompletion, toConciseChunks, toFullChunks } from "./completion.ts"

/** The types of all message parts of a request. */
const partTypes = function* ({ messages }: ChatRequest): CooperativeTask<ReadonlySet<string>> {
  const kinds = new Set<string>()
  for (const { content } of messages) {
    yield 0.125
    if (typeof content === "string") continue
    for (const { type } of content ?? []) {
      kinds.add(type)
      yield 0.125
    }
  }
  return kinds
}

/** Adds a notice for parts that the engine ignores. There is one notice per response; files go before images. */
const noticeIgnoredParts = Effect.fnUntraced(function* (request: ChatRequest) {
  const kinds = yield* makeTimeSlicer().run(partTypes(request))
  if (kinds.has("file_url") || kinds.has("pdf_url") || kinds.has("video_url"))
    yield* addNotice("files-ignored")
  else if (kinds.has("image_url")) yield* addNotice("images-ignored")
})

/** The chat engine. `temperature`, `top_p` and penalties have no effect, because answers are not sampled. */
export const makeEngine = (services: AnswerServices): ChatResource.Engine => ({
  create: (request) =>
    Effect.andThen(noticeIgnoredParts(request), Effect.map(answerChat(services, request), toCompletion)),
  stream: (request) =>
    Effect.andThen(
      noticeIgnoredParts(request),
      Effect.map(answerChat(services, request), (made) =>
        Stream.fromIterable(request.stream_mode === "concise" ? toConciseChunks(made) : toFullChunks(made))
      )
    )
})

/** `Chat`, answered from search results. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerChat: Layer.Layer<ChatResource.Chat, EngineDataError, Search | Decisions> =
  // Built for each provision, over the services provided to it; the lexicon stays shared.
  Layer.fromBuild((memoMap, scope) =>
    Layer.buildWithMemoMap(
      layerOver(ChatResource.Chat, (services) => ChatResource.make(makeEngine(services))),
      memoMap,
      scope
    )
  )
