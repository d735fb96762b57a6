// The embedded chat engine: composes answers from search results, offline and deterministic.
// Source: §4.10.
import * as ChatResource from "@leadline/core/chat"
import type { Decisions } from "@leadline/core/decisions"
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type AnswerServices, layerOver } from "../question-answering/services.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { answerChat } from "./answer.ts"
import { toChunks } from "./chunks.ts"

/** The chat engine. `temperature`, `top_p` and penalties have no effect, because answers are not sampled. */
const makeEngine = (services: AnswerServices): ChatResource.Engine => ({
  create: (request) => Effect.map(answerChat(services, request), ({ completion }) => completion),
  stream: (request) =>
    Effect.map(answerChat(services, request), (answer) =>
      Stream.fromIterable(toChunks(answer, request.stream_mode ?? "full"))
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
