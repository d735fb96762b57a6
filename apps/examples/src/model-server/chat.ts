// The chat of this service, answered by a model server that speaks POST /v1/chat/completions: llama.cpp, vLLM, Ollama …
import { Chat, make } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { gateway, inTime, makePost, type ModelServer, outward } from "./modelServer.ts"

type ChatRequest = Parameters<Chat["Service"]["create"]>[0]

const Usage = Schema.Struct({
  prompt_tokens: Schema.Int,
  completion_tokens: Schema.Int,
  total_tokens: Schema.Int
})

/** What is read of an answer; the rest is passed over. */
const Answer = Schema.Struct({
  id: Schema.String,
  created: Schema.Int,
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      message: Schema.Struct({ content: Schema.String }),
      finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  ),
  usage: Schema.optionalKey(Schema.NullOr(Usage))
})

/** What is read of an event. The last one may have no choices and the usage alone. */
const Chunk = Schema.Struct({
  choices: Schema.Array(
    Schema.Struct({
      delta: Schema.Struct({ content: Schema.optionalKey(Schema.NullOr(Schema.String)) }),
      finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  ),
  usage: Schema.optionalKey(Schema.NullOr(Usage))
})

/** The request in the model server's words: what it does not know stays here. */
const body = (
  { max_tokens, messages, stop, temperature, top_p }: ChatRequest,
  model: string,
  stream: boolean
) => ({
  model,
  messages: messages.map(({ content, role }) => ({ role, content })),
  stream,
  ...(stream && { stream_options: { include_usage: true } }),
  ...(max_tokens !== undefined && { max_tokens }),
  ...(stop !== undefined && { stop }),
  ...(temperature !== undefined && { temperature }),
  ...(top_p !== undefined && { top_p })
})

/** The kinds of ends that the contract knows. */
const ending = (reason: string | null | undefined) => (reason === "length" ? "length" : "stop")

const decoded = Schema.decodeUnknownEffect(Schema.fromJsonString(Chunk))

/** `Chat` over a model server. */
export const layerChat = (server: ModelServer) =>
  Layer.effect(
    Chat,
    Effect.gen(function* () {
      const send = yield* makePost(server)
      const post = (request: ChatRequest, stream: boolean) => send(body(request, server.model, stream))

      const create = (request: ChatRequest) =>
        post(request, false).pipe(
          Effect.flatMap((response) => response.json),
          Effect.flatMap(Schema.decodeUnknownEffect(Answer)),
          Effect.map(({ choices: [first], created, id, usage }) => ({
            id,
            model: request.model,
            created,
            object: "chat.completion",
            choices: [
              {
                index: 0,
                finish_reason: ending(first.finish_reason),
                message: { role: "assistant", content: first.message.content }
              }
            ],
            ...(usage && { usage })
          })),
          Effect.catch(outward),
          inTime
        )

      const stream = (request: ChatRequest) =>
        post(request, true).pipe(
          Effect.catch(outward),
          inTime,
          Effect.map((response) => {
            const common = {
              id: crypto.randomUUID(),
              model: request.model,
              created: Math.floor(Date.now() / 1_000)
            }
            let text = ""
            let reason: string | null | undefined
            let usage: typeof Usage.Type | null | undefined
            const events = response.stream.pipe(
              Stream.decodeText,
              Stream.splitLines,
              Stream.filter((line) => line.startsWith("data: ") && line !== "data: [DONE]"),
              Stream.mapEffect((line) => decoded(line.slice("data: ".length))),
              Stream.map((chunk) => {
                const [choice] = chunk.choices
                const content = choice?.delta.content ?? ""
                text += content
                reason = choice?.finish_reason ?? reason
                usage = chunk.usage ?? usage
                return {
                  ...common,
                  object: "chat.completion.chunk",
                  choices: [{ index: 0, delta: { content } }]
                }
              }),
              Stream.catch((error) => Stream.fromEffect(outward(error)))
            )
            // An end without a reason is none: a model server that breaks off is told as a failure.
            const last = Stream.suspend(() =>
              reason === undefined || reason === null
                ? Stream.fail(gateway())
                : Stream.make({
                    ...common,
                    object: "chat.completion.done",
                    choices: [
                      {
                        index: 0,
                        finish_reason: ending(reason),
                        delta: {},
                        message: { role: "assistant", content: text }
                      }
                    ],
                    ...(usage && { usage })
                  })
            )
            return Stream.concat(events, last)
          })
        )

      return make({ create, stream })
    })
  )
