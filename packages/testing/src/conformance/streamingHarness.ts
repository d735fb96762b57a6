// The ways to a chat or a responses service, whose answers are also streams.
import { Chat } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import { Responses } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { called, reach, type Ways } from "./harness.ts"

const events = <A>(iterable: AsyncIterable<A>) =>
  Effect.succeed(Stream.fromAsyncIterable(iterable, (error) => error as ApiError))

/** A name and a layer for each way to the given chat service. */
export const chatWays = (chat: Layer.Layer<Chat, unknown>): Ways<Chat> =>
  reach(chat, { chat: Layer.orDie(chat) }, (client) =>
    Layer.succeed(Chat, {
      create: (request) => called(() => client.chat.create(request)),
      stream: (request) => events(client.chat.stream(request))
    })
  )

/** The same for a responses service. */
export const responsesWays = (responses: Layer.Layer<Responses, unknown>): Ways<Responses> =>
  reach(responses, { responses: Layer.orDie(responses) }, (client) =>
    Layer.succeed(Responses, {
      create: (request) => called(() => client.responses.create(request)),
      stream: (request) => events(client.responses.stream(request))
    })
  )
