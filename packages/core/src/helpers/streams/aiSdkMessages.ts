// Answers the `useChat` of the AI SDK, version 5 and later, with its UI message stream protocol, version 1.
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { checkOptions } from "../../client/optionChecks.ts"
import type { ChatChunk } from "../../resources/chat/schema.ts"
import type { ResponseEvent } from "../../resources/responses/events.ts"
import { frame, textFrame } from "../../protocol/sse/frames.ts"
import { doneMarker } from "../../protocol/sse/SseParser.ts"
import { encodeFrames, errorEvent } from "./encodeFrames.ts"
import { fromAsyncIterable, responseOptions, toBytes, type ToResponseOptions } from "./toResponse.ts"
import { eventResponse, type WebResponse } from "./eventResponse.ts"

interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

interface Source {
  readonly url: string
  readonly title?: string | null
}

/** Makes the parts of one message. */
const makeParts = () => {
  let open: string | undefined
  let thoughts = 0
  let isBegun = false
  const sources = new Set<string>()

  const closed = (): ReadonlyArray<Part> => {
    const id = open
    open = undefined
    return id === undefined ? [] : [{ type: "text-end", id }]
  }
  const begun = (): ReadonlyArray<Part> => {
    if (isBegun) return []
    isBegun = true
    return [{ type: "start" }]
  }
  const text = (id: string, delta: string): ReadonlyArray<Part> => {
    const before = open === id ? [] : [...closed(), { type: "text-start", id }]
    open = id
    return [...before, { type: "text-delta", id, delta }]
  }
  const thought = (delta: string): ReadonlyArray<Part> => {
    const id = `reasoning-${thoughts++}`
    return [
      { type: "reasoning-start", id },
      { type: "reasoning-delta", id, delta },
      { type: "reasoning-end", id }
    ]
  }
  const pages = (found: ReadonlyArray<Source>): ReadonlyArray<Part> =>
    found.flatMap(({ title, url }) => {
      if (sources.has(url)) return []
      sources.add(url)
      return [{ type: "source-url", sourceId: url, url, ...(typeof title === "string" && { title }) }]
    })

  const ofChunk = ({ choices: [choice], object, search_results }: ChatChunk): ReadonlyArray<Part> => {
    const { content, reasoning_steps } = choice?.delta ?? {}
    return [
      // The last event of reasoning repeats all steps.
      ...(object === "chat.reasoning.done" ? [] : (reasoning_steps ?? [])).flatMap((step) =>
        thought(step.thought)
      ),
      ...(content ? text("text", content) : []),
      ...pages(search_results ?? [])
    ]
  }
  const ofEvent = (event: ResponseEvent): ReadonlyArray<Part> => {
    switch (event.type) {
      case "response.output_text.delta":
        return "item_id" in event ? text(event.item_id, event.delta) : []
      case "response.reasoning.search_results":
        return "results" in event ? pages(event.results) : []
      case "response.failed":
        return [{ type: "error", errorText: "The run failed." }]
      default:
        return "thought" in event && typeof event.thought === "string" ? thought(event.thought) : []
    }
  }
  return {
    of: (event: ChatChunk | ResponseEvent): ReadonlyArray<Part> => [
      ...begun(),
      ...("choices" in event ? ofChunk(event) : ofEvent(event))
    ],
    last: (...parts: ReadonlyArray<Part>): ReadonlyArray<Part> => [...begun(), ...closed(), ...parts]
  }
}

const frames = (parts: ReadonlyArray<Part>): string => parts.map(frame).join("")

/** Twin of {@link toUIMessageStreamResponse} for Effect streams. */
export const toUIMessageStreamResponseEffect = <E, R>(
  events: Stream.Stream<ChatChunk | ResponseEvent, E, R>,
  options: ToResponseOptions = {}
): Effect.Effect<WebResponse, never, R> =>
  Effect.suspend(() => {
    checkOptions(options, responseOptions)
    const { last, of } = makeParts()
    const end = textFrame(doneMarker)
    const bytes = encodeFrames(
      events,
      {
        encode: (event) => frames(of(event)),
        end: () => frames(last({ type: "finish" })) + end,
        failed: (error) =>
          frames(last({ type: "error", errorText: errorEvent(error, options).error.message })) + end
      },
      options
    )
    return Effect.map(toBytes(bytes), (body) =>
      eventResponse(body, options, { "x-vercel-ai-ui-message-stream": "v1" })
    )
  })

/**
 * A `Response` that `useChat` of the AI SDK (5 or later) reads: text, thoughts and sources of chat or of responses as
 * parts of one message. Tool calls of responses are left out. Otherwise as {@link toResponse}.
 */
export const toUIMessageStreamResponse = (
  events: AsyncIterable<ChatChunk> | AsyncIterable<ResponseEvent>,
  options?: ToResponseOptions
): WebResponse =>
  Effect.runSync(
    toUIMessageStreamResponseEffect(fromAsyncIterable<ChatChunk | ResponseEvent>(events), options)
  )
