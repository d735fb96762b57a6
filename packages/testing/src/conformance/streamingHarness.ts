// The ways to a chat or a responses service, whose answers are also streams.
import { Chat } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import { Responses } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { fromPromise, makeSetups, type Setups } from "./harness.ts"

const fromEvents = <A>(iterable: AsyncIterable<A>) =>
  Effect.succeed(Stream.fromAsyncIterable(iterable, (error) => error as ApiError))

/** A name and a layer for each way to the given chat service. */
export const chatSetups = (chat: Layer.Layer<Chat, unknown>): Setups<Chat> =>
  makeSetups(chat, { chat: Layer.orDie(chat) }, (client) =>
    Layer.succeed(Chat, {
      create: (request) => fromPromise(() => client.chat.create(request)),
      stream: (request) => fromEvents(client.chat.stream(request))
    })
  )

/** The same for a responses service. */
export const responsesSetups = (responses: Layer.Layer<Responses, unknown>): Setups<Responses> =>
  makeSetups(responses, { responses: Layer.orDie(responses) }, (client) =>
    Layer.succeed(Responses, {
      create: (request) => fromPromise(() => client.responses.create(request)),
      stream: (request) => fromEvents(client.responses.stream(request))
    })
  )
