// Chat over a model server: search, then answer.
// Source: §4.10.
import type { ChatChunk, ChatRequest } from "@leadline/core/chat"
import * as Chat from "@leadline/core/chat"
import type * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Dependencies } from "../../kinds/BackendKind.ts"
import { settleStructured } from "../answering/structured.ts"
import { type Completion, noUsage } from "../completion/Completion.ts"
import { complete, streamCompletion, unusable } from "../completion/complete.ts"
import { type Feature, makeFeature } from "../completion/feature.ts"
import { makeSight } from "../server/images.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { type Prepared, prepare } from "./prepare.ts"
import { makeChunks } from "./chunks.ts"
import { linesOf } from "./search.ts"

type Chunks = ReturnType<typeof makeChunks>

/** Questions to ask next, at most. */
const maxRelated = 5

const relatedRequest = `Write up to ${maxRelated} short questions that the user may ask next, one a line, and nothing else.`

/** Related questions, when asked for. An answer without them is better than none. */
const relatedTo = ({ completion, context, request }: Prepared, text: string) => {
  if (request.return_related_questions !== true) return Effect.succeed({ related: [], further: noUsage })
  const messages = [
    ...completion.messages,
    { role: "assistant" as const, content: text },
    { role: "user" as const, content: relatedRequest }
  ]
  return complete(context, { model: completion.model, parameters: {}, messages }).pipe(
    Effect.map((answer) => ({
      related: Array.from(new Set(linesOf(answer.text))).slice(0, maxRelated),
      further: answer.usage
    })),
    Effect.catch(({ _tag: error }) =>
      Effect.as(Effect.logWarning("No related questions could be asked for", { error }), {
        related: [],
        further: noUsage
      })
    )
  )
}

/** The whole answer, valid where a schema is given. */
const answerOf = ({ completion, context, structured }: Prepared, formats: Feature) => {
  if (structured === undefined) return complete(context, completion)
  const { format } = structured
  return formats
    .tryWith(completion.model, complete(context, { ...completion, format }), complete(context, completion))
    .pipe(Effect.flatMap((first) => settleStructured(context, formats, completion, structured, first)))
}

const ended = Effect.fnUntraced(function* (prepared: Prepared, chunks: Chunks, completion: Completion) {
  if (chunks.text().trim() === "") return yield* unusable("it has no text")
  return { completion, ...(yield* relatedTo(prepared, chunks.text())) }
})

/** The events of a whole answer. */
const eventsOf = Effect.fnUntraced(function* (prepared: Prepared, chunks: Chunks, completion: Completion) {
  const begun = chunks.begin()
  chunks.add({ type: "reasoning", text: completion.reasoning })
  const text = chunks.add({ type: "text", text: completion.text })
  const before = [...begun, ...text, ...chunks.finishText()]
  return { before, ending: yield* ended(prepared, chunks, completion) }
})

/** The events of an answer as they arise. */
const streamOf = (prepared: Prepared) =>
  Effect.map(streamCompletion(prepared.context, prepared.completion), (pieces) => {
    const chunks = makeChunks(prepared)
    return Stream.fromIterable(chunks.begin()).pipe(
      Stream.concat(
        pieces.pipe(
          Stream.mapEffect((piece): Effect.Effect<ReadonlyArray<ChatChunk>, ApiError.ApiError> => {
            if (piece.type !== "end") return Effect.sync(() => chunks.add(piece))
            const rest = chunks.finishText()
            return Effect.map(ended(prepared, chunks, piece.completion), (ending) => [
              ...rest,
              chunks.end(ending)
            ])
          }),
          Stream.flattenIterable
        )
      )
    )
  })

/** Makes the service. */
export const makeChat = (server: ModelServer, dependencies: Dependencies): Chat.Chat["Service"] => {
  const formats = makeFeature()
  const features = { maxTokens: makeFeature(), sight: makeSight(server) }
  const whole = Effect.fnUntraced(function* (request: ChatRequest) {
    const prepared = yield* prepare(server, features, dependencies, request)
    const chunks = makeChunks(prepared)
    const { before, ending } = yield* eventsOf(prepared, chunks, yield* answerOf(prepared, formats))
    return { before, chunks, ending }
  })
  return Chat.make({
    create: (request) => Effect.map(whole(request), ({ chunks, ending }) => chunks.whole(ending)),
    stream: (request) =>
      request.response_format?.type === "json_schema"
        ? // Text that was sent cannot be repaired.
          Effect.map(whole(request), ({ before, chunks, ending }) =>
            Stream.fromIterable([...before, chunks.end(ending)])
          )
        : Effect.flatMap(prepare(server, features, dependencies, request), streamOf)
  })
}
