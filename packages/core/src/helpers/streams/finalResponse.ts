// Collects the events of a stream into the response they would have been.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ApiError from "../../errors/ApiError.ts"
import { endedEarly } from "../../errors/streamEndedEarly.ts"
import { collector as chatCollector } from "../../resources/chat/collect.ts"
import type { ChatChunk } from "../../resources/chat/schema.ts"
import { collector as responsesCollector } from "../../resources/responses/collect.ts"
import type { ResponseEvent } from "../../resources/responses/events.ts"
import { Response } from "../../resources/responses/schema.ts"
import { ChatCompletion } from "../../schema/chat/Completion.ts"
import { makeChecker } from "../../validation/validate.ts"
import { isFinal } from "./isFinal.ts"

const checkCompletion = makeChecker(ChatCompletion, "open")
const checkResponse = makeChecker(Response, "open")

const isChunk = (event: ChatChunk | ResponseEvent): event is ChatChunk => "choices" in event

/** Collects one stream; the result is the response, or what is wrong with it. */
const makeCollector = () => {
  const chat = chatCollector()
  // The failed event holds the service's message; an error must not repeat what it may quote of the request.
  const responses = responsesCollector(() => "The run failed.")
  let eventsSeen = 0
  let isChat = false
  let isComplete = false
  return {
    add: (event: ChatChunk | ResponseEvent): void => {
      eventsSeen++
      isComplete ||= isFinal(event)
      isChat = isChunk(event)
      if (isChunk(event)) chat.add(event)
      else responses.add(event)
    },
    result: (): ChatCompletion | Response | ApiError.ApiError => {
      if (!isComplete) return Object.assign(endedEarly(), { eventsSeen })
      if (isChat) return checkCompletion(chat.result())
      const response = responses.result()
      return ApiError.isApiError(response) ? response : checkResponse(response)
    }
  }
}

/** Twin of {@link finalResponse} for Effect streams. */
export const finalResponseEffect: {
  <E, R>(events: Stream.Stream<ChatChunk, E, R>): Effect.Effect<ChatCompletion, E | ApiError.ApiError, R>
  <E, R>(events: Stream.Stream<ResponseEvent, E, R>): Effect.Effect<Response, E | ApiError.ApiError, R>
} = <E, R>(
  events: Stream.Stream<ChatChunk, E, R> | Stream.Stream<ResponseEvent, E, R>
): Effect.Effect<never, E | ApiError.ApiError, R> =>
  Effect.suspend(() => {
    const { add, result } = makeCollector()
    const all: Stream.Stream<ChatChunk | ResponseEvent, E, R> = events
    return Effect.flatMap(
      Stream.runForEach(all, (event) => Effect.sync(() => add(event))),
      () => {
        const response = result()
        return ApiError.isApiError(response) ? Effect.fail(response) : Effect.succeed(response as never)
      }
    )
  })

/**
 * The response that the events add up to, checked like any other: a `ChatCompletion` of chat, a `Response` of responses.
 * Rejects with the failure of the stream; a stream without its last event is a StreamTruncatedError. To show the events
 * as well, read one branch of `tee()` and give the other to this.
 */
export const finalResponse: {
  (events: AsyncIterable<ChatChunk>): Promise<ChatCompletion>
  (events: AsyncIterable<ResponseEvent>): Promise<Response>
} = async (events: AsyncIterable<ChatChunk> | AsyncIterable<ResponseEvent>): Promise<never> => {
  const { add, result } = makeCollector()
  for await (const event of events) add(event)
  const response = result()
  if (ApiError.isApiError(response)) throw response
  return response as never
}
