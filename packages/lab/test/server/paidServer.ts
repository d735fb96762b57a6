// A server with a store, whose backends are paid by the token and scripted.
import * as Upstream from "@leadline/backends"
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { layerServices } from "../../src/index.ts"
import { layerFakeSearch } from "../../src/fakes/search.ts"
import type { FaultReply } from "../../src/faults/FaultReply.ts"
import { jsonOf, replyingTransport } from "../../src/faults/scriptedTransport.ts"
import { until } from "./support.ts"

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

/** A stream of these pieces; `ending`: as a reply's. */
export const streamed = (
  pieces: ReadonlyArray<string>,
  usage: unknown,
  ending: NonNullable<FaultReply["ending"]> = "end"
): FaultReply => ({
  headers: { "content-type": "text/event-stream" },
  parts: [
    ...pieces.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    ...(ending === "end"
      ? [
          { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
          ...(usage === undefined ? [] : [{ choices: [], usage }])
        ]
      : [])
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .concat(ending === "end" ? ["data: [DONE]\n\n"] : []),
  ending
})

const backend = (name: string, timeout: number) =>
  `  ${name}: { kind: openai-compatible, url: "https://${name}.test/v1", timeout: ${timeout},
    models: { "*": m }, prices: { m: { input: 1000, output: 1000 } } }`

const configurationOf = ({ route = "[first]", timeout = 60_000 }: PaidOptions) => `
backends:
${backend("first", timeout)}
${backend("second", timeout)}
routes: { chat: ${route}, responses: ${route}, decisions: ${route}, embeddings: ${route}, search: [embedded] }
`

const layerBackends = (options: PaidOptions, script: Script) => {
  const { layer, sent } = replyingTransport((request) => {
    const call = { backend: new URL(request.url).hostname.split(".")[0] ?? "", ...jsonOf(request) }
    if (!call.path.endsWith("/chat/completions")) return json({ data: [{ id: "m" }] })
    calls.push(call)
    return script(call, calls.length)
  })
  const calls: Array<BackendCall> = []
  const layered = Layer.unwrap(
    Effect.gen(function* () {
      const search = Context.get(yield* Layer.build(layerFakeSearch), Search)
      const configuration = yield* Upstream.parseConfiguration({
        name: "backends.yaml",
        text: configurationOf(options),
        environment: () => undefined,
        file: () => Effect.as(Effect.void, undefined)
      })
      return Upstream.layer(configuration, {
        transport: () => layer,
        prepare: (settings) => Effect.succeed({ settings, isReady: () => true }),
        embedded: () => Effect.succeed(search as never)
      })
    })
  ).pipe(Layer.provide(Logger.layer([])), Layer.orDie)
  return { calls, layer: layered, sent }
}

/** What a server is set up with. */
export interface PaidOptions {
  /** USD a month. Default 1,000. */
  readonly budget?: number
  /** Default: none. */
  readonly tokensPerMinute?: number
  /** Default `[first]`. */
  readonly route?: string
  /** Milliseconds for a call. Default 60,000. */
  readonly timeout?: number
}

/** Starts the server. `spent` ends it and gives what its usage says. */
export const paidServer = async (script: Script, options: PaidOptions = {}) => {
  const store = Layer.orDie(
    Layer.merge(
      Sqlite.layer({ filename: ":memory:" }),
      Store.layerPepper(Redacted.make("spending-spending-spending-spending"))
    )
  )
  const tables = ManagedRuntime.make(store)
  const shared = Layer.effectContext(tables.contextEffect)
  const { key } = await tables.runPromise(
    Effect.andThen(
      Store.setGroup("default", {
        budget_usd: options.budget ?? 1_000,
        ...(options.tokensPerMinute !== undefined && { tokens_per_minute: options.tokensPerMinute })
      }),
      Store.createKey()
    )
  )
  const { calls, layer, sent } = layerBackends(options, script)
  const own = (service: Layer.Layer<never>) => service
  const { dispose, handler } = toWebHandler(
    Layer.mergeAll(
      layerServices({
        chat: layer as Layer.Layer<Chat>,
        responses: layer as Layer.Layer<Responses>,
        decisions: layer as Layer.Layer<Decisions>,
        embeddings: layer as Layer.Layer<Embeddings>,
        keys: Layer.mergeAll(Store.layerApiKeys(), Store.layerApiKeyVerifier).pipe(
          Layer.provide(shared),
          Layer.orDie
        )
      }),
      own(Store.layerUsageMeter().pipe(Layer.provide(shared), Layer.orDie))
    )
  )
  const headers = { authorization: `Bearer ${Redacted.value(key)}` }
  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    handler(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        ...(signal !== undefined && { signal })
      })
    )
  const spent = async () => {
    await until(() => sent.every(({ answeredAt, abortedAt }) => (answeredAt ?? abortedAt) !== undefined))
    await dispose()
    const rows = await tables.runPromise(Store.listUsage())
    await tables.dispose()
    return {
      usd: rows.reduce((sum, { cost_usd }) => sum + cost_usd, 0),
      tokens: rows.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0),
      requests: rows.reduce((sum, { requests }) => sum + requests, 0)
    }
  }
  return { calls, post, sent, spent }
}
