// The embedded chat engine: answers composed from what search finds, offline, the same way every time.
// Source: §4.10.
import type { ChatRequest } from "@leadline/core/chat"
import * as ChatRoom from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { tell } from "@leadline/core/notice"
import { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Knowledge, layer as layerKnowledge } from "../answers/Knowledge.ts"
import type { EngineDataError } from "../vectors.ts"
import type { Means } from "./answer.ts"
import { answer } from "./answer.ts"
import { completion, concise, full } from "./events.ts"

/** Parts this engine cannot see are told of; files before images, as only one can be named. */
const tellUnseen = ({ messages }: ChatRequest): Effect.Effect<void> => {
  const kinds = new Set(
    messages.flatMap(({ content }) => (Array.isArray(content) ? content.map(({ type }) => type) : []))
  )
  if (kinds.has("file_url") || kinds.has("pdf_url") || kinds.has("video_url")) return tell("files-ignored")
  return kinds.has("image_url") ? tell("images-ignored") : Effect.void
}

/** The engine. `temperature`, `top_p` and penalties are taken and change nothing: the best sentences are chosen. */
export const makeEngine = (means: Means): ChatRoom.Engine => ({
  create: (request) => Effect.andThen(tellUnseen(request), Effect.map(answer(means, request), completion)),
  stream: (request) =>
    Effect.andThen(
      tellUnseen(request),
      Effect.map(answer(means, request), (made) =>
        Stream.fromIterable(request.stream_mode === "concise" ? concise(made) : full(made))
      )
    )
})

/** `Chat` answered from `Search`. Fails while it is built when the data file is not usable. */
export const layerChat: Layer.Layer<ChatRoom.Chat, EngineDataError, Search | Decisions> = Layer.effect(
  ChatRoom.Chat,
  Effect.gen(function* () {
    const means = { lexicon: yield* Knowledge, search: yield* Search, decisions: yield* Decisions }
    return ChatRoom.make(makeEngine(means))
  })
).pipe(Layer.provide(layerKnowledge))
