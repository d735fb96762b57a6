// The admin API over a store in memory, served for the tests of one file. Its clock stands still unless a test moves it.
import { Backends } from "@leadline/backends"
import { redactingTracer } from "@leadline/core/redacting-tracer"
import { recordingTracer } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import * as Http from "node:http"
import { afterAll, assert, beforeAll } from "vitest"
import { makeAdminHandler } from "../../src/admin/requestListener.ts"
import { ReloadBackends } from "../../src/engines/layer.ts"

/** The operator token. */
export const token = "operator-token-0123456789-abcdef"

/** What the tests of a file may change: the time, which stands still so that wrong tokens fall into one second, and the reload of backends. */
interface State {
  now: number
  reloaded: Effect.Effect<void, { readonly message: string }>
}

const layer = (state: State, warnings: Array<string>, tracer: Tracer.Tracer) => {
  const clock = Object.assign(Object.create(Clock.Clock.defaultValue()), {
    currentTimeMillisUnsafe: () => state.now,
    currentTimeMillis: Effect.sync(() => state.now)
  })
  const logger = Logger.make(({ logLevel, message }) => {
    if (logLevel === "Warn") warnings.push(String(message))
  })
  return Layer.mergeAll(
    Sqlite.layer({ filename: ":memory:" }),
    Store.layerPepper(Redacted.make("admin-admin-admin-admin-admin-admin")),
    Logger.layer([logger]),
    Layer.succeed(Tracer.Tracer, redactingTracer(tracer)),
    Layer.succeed(Clock.Clock, clock),
    Layer.succeed(Backends, {
      routes: Effect.succeed({ decisions: [[{ backend: "local", weight: 1 }]] }),
      check: () =>
        Effect.succeed([
          {
            name: "local",
            kind: "leadline",
            url: "http://127.0.0.1:9",
            findings: [{ capability: "reachable", value: "no", isFailure: true, advice: "Start it." }]
          }
        ]),
      reload: () => Effect.die("not asked for")
    }),
    Layer.succeed(
      ReloadBackends,
      Effect.suspend(() => state.reloaded)
    )
  )
}

/** Sends a request of the operator, unless given another token. */
const send = async (
  url: string,
  method: string,
  body: unknown,
  authorization: string,
  contentType: string
) => {
  const response = await fetch(url, {
    method,
    headers: { authorization, "content-type": contentType, connection: "close" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") === true
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Serves the admin API for the tests of the file that calls this. */
export const serveAdmin = () => {
  const warnings: Array<string> = []
  const state: State = { now: 1_790_000_000_000, reloaded: Effect.void }
  const { spans, tracer } = recordingTracer()
  const store = ManagedRuntime.make(layer(state, warnings, tracer))
  const scope = Scope.makeUnsafe()
  let server: Http.Server
  let url = ""

  beforeAll(async () => {
    const handle = await store.runPromise(makeAdminHandler(Redacted.make(token)).pipe(Scope.provide(scope)))
    server = Http.createServer(handle)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  })

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await store.dispose()
  })

  const call = (
    method: string,
    path: string,
    body?: unknown,
    authorization = `Bearer ${token}`,
    contentType = "application/json"
  ) => send(`${url}${path}`, method, body, authorization, contentType)

  return { call, spans, state, store, warnings }
}
