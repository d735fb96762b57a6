// A scripted model server: what it answers to each call of chat completions, whole or as events.
import type { ApiError } from "@leadline/core/errors"
import { Transport, type TransportRequest } from "@leadline/core/transport"
import { make, type SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Services } from "../../src/kinds/BackendKind.ts"
import { openaiCompatible } from "../../src/openai-compatible/kind.ts"

/** The body of a call, unchecked. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read what they expect
export type CallBody = any

/** `status` with a JSON body; `events` are sent one by one; `hangs` leaves the connection open after them. */
export interface ModelReply {
  readonly status?: number
  readonly body?: unknown
  readonly events?: ReadonlyArray<unknown>
  readonly hangs?: boolean
}

/** Answers the calls of chat completions, counted from 0. */
export type ModelScript = (body: CallBody, call: number) => ModelReply

/** An answer with a text, in the form that the call asks for. */
export const textReply = (body: CallBody, text: string, more: object = {}): ModelReply => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 }
  if (body.stream !== true)
    return {
      body: {
        choices: [
          { index: 0, finish_reason: "stop", message: { role: "assistant", content: text, ...more } }
        ],
        usage
      }
    }
  const parts = text.match(/[\s\S]{1,3}/g) ?? []
  return {
    events: [
      ...(Object.keys(more).length > 0 ? [{ choices: [{ index: 0, delta: more }] }] : []),
      ...parts.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      { choices: [], usage },
      "[DONE]"
    ]
  }
}

const sent = (event: unknown) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`

const textOf = ({ body }: TransportRequest): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body)

/** The transport, the bodies of the calls, how many were aborted, and the events sent. */
export const modelTransport = (script: ModelScript) => {
  const calls: Array<CallBody> = []
  const seen = { aborted: 0, sent: 0 }
  const layer = Layer.succeed(Transport, {
    codings: [],
    propagatesTrace: false,
    send: (request: TransportRequest, receiver) => {
      let isOpen = true
      let sendOn: (() => void) | undefined
      const finish = (reply: ModelReply) => {
        const { body, events, hangs = false, status = 200 } = reply
        const type = events === undefined ? "application/json" : "text/event-stream"
        const texts = events?.map(sent) ?? [JSON.stringify(body)]
        receiver.onHead(status, { "content-type": type })
        sendOn = () => {
          for (let text = texts.shift(); text !== undefined && isOpen; text = texts.shift()) {
            seen.sent++
            // Paused until `resume`.
            if (!receiver.onBytes(new TextEncoder().encode(text))) return
          }
          if (hangs || !isOpen) return
          isOpen = false
          receiver.onEnd()
        }
        sendOn()
      }
      queueMicrotask(() => {
        if (!isOpen) return
        receiver.onPhase("headers")
        if (!request.url.endsWith("/v1/chat/completions"))
          return finish({ body: { data: [{ id: "my-model" }] } })
        const body: unknown = JSON.parse(textOf(request))
        calls.push(body)
        finish(script(body, calls.length - 1))
      })
      return {
        abort: () => {
          if (isOpen) seen.aborted++
          isOpen = false
        },
        resume: () => sendOn?.()
      }
    }
  })
  return { layer, calls, seen }
}

/** Pages that the search of tests finds. */
export const pageOf = (at: number) => ({
  title: `Page ${at}`,
  url: `https://tides.example/${at}`,
  snippet: `What page ${at} says.`,
  date: "2026-11-20"
})

/** A search that finds so many pages, at a cost in USD, and what it was asked. */
export const searchOf = (pages: number, error?: ApiError, cost?: number) => {
  const asked: Array<SearchRequest> = []
  const search = make({
    create: (request) => {
      asked.push(request)
      const results = Array.from({ length: pages }, (_, at) => pageOf(at + 1))
      const usage = cost === undefined ? {} : { usage: { cost: { currency: "USD", total_cost: cost } } }
      return error === undefined ? Effect.succeed({ id: "s", results, ...usage }) : Effect.fail(error)
    }
  })
  return { asked, search }
}

/** The services of a model server that a script answers. */
export const servicesOf = (
  { layer }: ReturnType<typeof modelTransport>,
  { search }: ReturnType<typeof searchOf>,
  settings: object = {}
): Effect.Effect<Services, never, import("effect/Scope").Scope> =>
  Effect.map(
    openaiCompatible
      .make(
        { name: "model", kind: "openai-compatible", url: "http://model.example/v1", ...settings },
        { search }
      )
      .pipe(Effect.provide(layer)),
    ({ services }) => services as Services
  )
