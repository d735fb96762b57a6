// Backends that are paid by the token, whose model is a script.
import { Search } from "@leadline/core/search"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { layerFakeSearch } from "../fakes/search.ts"
import type { FaultReply } from "../faults/FaultReply.ts"
import { jsonOf, replyingTransport } from "../faults/scriptedTransport.ts"
import { layerConfigured } from "./configuredBackends.ts"

/** USD per token: a thousand a million. */
export const price = 0.001

/** A call of a backend: which backend, its path, and the JSON of its body. */
// oxlint-disable-next-line typescript/no-explicit-any -- scripts read what they expect
export type BackendCall = { readonly backend: string; readonly path: string; readonly body: any }

/** Answers the n-th call of a model, counted from 1. */
export type Script = (call: BackendCall, n: number) => FaultReply

const type = { "content-type": "application/json" }

/** An answer of JSON. */
export const json = (body: unknown, status = 200): FaultReply => ({
  status,
  headers: type,
  parts: [JSON.stringify(body)]
})

/** A completion of a text. */
export const completion = (content: string, usage: unknown, more: object = {}): FaultReply =>
  json({
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content, ...more } }],
    usage
  })

/** A stream of a text without usage; one that is cut stalls behind the text. */
export const streamed = (content: string, isCut = false): FaultReply => {
  const choices = [
    { delta: { content }, finish_reason: null },
    { delta: {}, finish_reason: "stop" }
  ]
  const events = choices.map((choice) => JSON.stringify({ choices: [{ index: 0, ...choice }] }))
  const sent = isCut ? events.slice(0, 1) : [...events, "[DONE]"]
  return {
    headers: { "content-type": "text/event-stream" },
    parts: sent.map((event) => `data: ${event}\n\n`),
    ending: isCut ? "stalls" : "end"
  }
}

/** How the backends are routed. */
export interface BackendsOptions {
  /** Default `[first]`. */
  readonly route?: string
  /** Milliseconds for a call. Default 60,000. */
  readonly timeout?: number
}

const backend = (name: string, timeout: number) =>
  `  ${name}: { kind: openai-compatible, url: "https://${name}.test/v1", timeout: ${timeout},
    models: { "*": m }, prices: { m: { input: 1000, output: 1000 } } }`

const configurationOf = ({ route = "[first]", timeout = 60_000 }: BackendsOptions) => `
backends:
${backend("first", timeout)}
${backend("second", timeout)}
routes: { chat: ${route}, responses: ${route}, decisions: ${route}, embeddings: ${route}, search: [embedded] }
`

/** Two backends, `first` and `second`, and the calls of their models. */
export const paidBackends = (script: Script, options: BackendsOptions = {}) => {
  const { layer, sent } = replyingTransport((request) => {
    const call = { backend: new URL(request.url).hostname.split(".")[0] ?? "", ...jsonOf(request) }
    if (!call.path.endsWith("/chat/completions")) return json({ data: [{ id: "m" }] })
    calls.push(call)
    return script(call, calls.length)
  })
  const calls: Array<BackendCall> = []
  const layered = layerConfigured(configurationOf(options), {
    transport: () => layer,
    embedded: () =>
      Effect.map(Effect.scoped(Layer.build(layerFakeSearch)), (found) => Context.get(found, Search) as never)
  }).pipe(Layer.provide(Logger.layer([])), Layer.orDie)
  return { calls, layer: layered, sent }
}
