// The events of a run, numbered from 0, and the response that they lead to.
// Source: §6; kinds, payloads and order are Assumed: OAS.
import * as SecureRandom from "effect/crypto/SecureRandom"
import type {
  Annotation,
  FoundPage,
  OutputItem,
  ReadPage,
  Response,
  ResponseEvent,
  RunError,
  Usage
} from "@leadline/core/responses"
import { findCitations } from "../answering/citations.ts"
import type { ToolCall } from "../completion/Completion.ts"

/** An id of a response or of one of its items. */
export const newId = (prefix: string): string => `${prefix}_${SecureRandom.uuidV4Unsafe()}`

type Events = ReadonlyArray<ResponseEvent>

/** Citations of a text, by the pages of the run. */
const annotationsOf = (text: string, pages: ReadonlyArray<FoundPage>): ReadonlyArray<Annotation> =>
  findCitations(text, pages.length).map(({ end, number, start }) => ({
    type: "url_citation",
    start_index: start,
    end_index: end,
    url: pages[number - 1]?.url ?? "",
    title: pages[number - 1]?.title ?? ""
  }))

/** Makes the events of one run. Each method gives those that are due. */
export const makeEvents = (head: Pick<Response, "id" | "object" | "created_at">, displayedModel: string) => {
  const output: Array<OutputItem> = []
  let number = 0
  let isReasoning = false
  let message: { readonly id: string; text: string } | undefined

  const event = (type: string, payload: object): ResponseEvent =>
    ({ type, sequence_number: number++, ...payload }) as ResponseEvent
  const added = (item: OutputItem) =>
    event("response.output_item.added", { output_index: output.length, item })
  const done = (item: OutputItem) => {
    const whole = event("response.output_item.done", { output_index: output.length, item })
    output.push(item)
    return whole
  }
  const startReasoning = (): Events => {
    if (isReasoning) return []
    isReasoning = true
    return [event("response.reasoning.started", {})]
  }
  const stopReasoning = (): Events => {
    if (!isReasoning) return []
    isReasoning = false
    return [event("response.reasoning.stopped", {})]
  }
  const place = (id: string) => ({ item_id: id, output_index: output.length, content_index: 0 })
  const responseOf = (model: string, status: string, more: object) =>
    ({ ...head, model, status, output: [...output], ...more }) as Response

  return {
    begin: (): Events => {
      const response = responseOf(displayedModel, "in_progress", {})
      return [event("response.created", { response }), event("response.in_progress", { response })]
    },
    beginSearch: (queries: ReadonlyArray<string>, thought: string): Events => [
      ...startReasoning(),
      added({ type: "search_results", queries, results: [] }),
      event("response.reasoning.search_queries", { queries, ...(thought !== "" && { thought }) })
    ],
    endSearch: (queries: ReadonlyArray<string>, results: ReadonlyArray<FoundPage>): Events => [
      event("response.reasoning.search_results", { results }),
      done({ type: "search_results", queries, results })
    ],
    beginFetch: (urls: ReadonlyArray<string>, thought: string): Events => [
      ...startReasoning(),
      added({ type: "fetch_url_results", contents: [] }),
      event("response.reasoning.fetch_url_queries", { urls, ...(thought !== "" && { thought }) })
    ],
    endFetch: (contents: ReadonlyArray<ReadPage>): Events => [
      event("response.reasoning.fetch_url_results", { contents }),
      done({ type: "fetch_url_results", contents })
    ],
    /** A piece of the text; the first one begins a message. */
    text: (delta: string): Events => {
      if (delta === "") return []
      const before: Array<ResponseEvent> = []
      if (message === undefined) {
        message = { id: newId("msg"), text: "" }
        before.push(
          ...stopReasoning(),
          added({ type: "message", id: message.id, role: "assistant", status: "in_progress", content: [] })
        )
      }
      message.text += delta
      return [...before, event("response.output_text.delta", { ...place(message.id), delta })]
    },
    hasMessage: () => message !== undefined,
    /** Ends the message, if there is one. */
    endText: (pages: ReadonlyArray<FoundPage>): Events => {
      if (message === undefined) return []
      const { id, text } = message
      message = undefined
      const content = [{ type: "output_text", text, annotations: annotationsOf(text, pages) }]
      return [
        event("response.output_text.done", { ...place(id), text }),
        done({ type: "message", id, role: "assistant", status: "completed", content })
      ]
    },
    /** A function call for the caller. Some clients read its arguments where it is added. */
    functionCall: ({ arguments: args, id, name }: ToolCall): Events => {
      const item: OutputItem = {
        type: "function_call",
        id: newId("fc"),
        call_id: id,
        name,
        arguments: args,
        status: "completed"
      }
      return [...stopReasoning(), added(item), done(item)]
    },
    complete: (model: string, usage: Usage): Events => {
      const status = output.some(({ type }) => type === "function_call") ? "requires_action" : "completed"
      return [
        ...stopReasoning(),
        event("response.completed", { response: responseOf(model, status, { usage }) })
      ]
    },
    fail: (model: string, usage: Usage, error: RunError): Events => [
      event("response.failed", { error, response: responseOf(model, "failed", { error, usage }) })
    ]
  }
}

/** {@link makeEvents}. */
export type RunEvents = ReturnType<typeof makeEvents>
