// The order of the guards, as docs/server.md says it.
import * as RouterServer from "@leadline/core/http-server"
import { make, RateLimiter, type Windows } from "@leadline/core/rate-limit"
import * as Server from "@leadline/core/server"
import * as ServerSettings from "@leadline/core/server-settings"
import { Shutdown, layer as layerShutdown } from "@leadline/core/shutdown"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import { authorization, request } from "./support.ts"

const key = { authorization }
const tooLong = { "content-length": "33554433" }
const gzip = { "content-encoding": "gzip" }
const preflight = { origin: "https://app.example", "access-control-request-method": "POST" }

type Row = readonly [status: number, request: string, headers?: Record<string, string>, body?: string]

/** Requests that break two rules at once, in the documented order. */
const serving: ReadonlyArray<Row> = [
  [204, "OPTIONS /v1/decisions", preflight],
  [404, "PUT /nowhere", tooLong, "{"],
  [404, "POST /nowhere", {}, "{"],
  [405, "PUT /v1/decisions", tooLong, "{"],
  [401, "POST /v1/decisions", {}, "{"],
  [401, "POST /v1/decisions", { ...tooLong, ...gzip }, "{"],
  [401, "POST /search", {}, "{"],
  [429, "POST /search", { ...key, ...tooLong }, "{"],
  [429, "POST /search", { ...key, ...gzip }, "{"],
  [400, "POST /v1/decisions", { ...key, ...gzip, ...tooLong }, "{"],
  [413, "POST /v1/decisions", { ...key, ...tooLong }, "{"],
  [400, "POST /v1/sonar", key, "[".repeat(65)],
  [422, "POST /v1/sonar", key, "[".repeat(64)]
]

/** Preflights are answered, so that a page may read the 503 of the request itself. */
const ending: ReadonlyArray<Row> = serving.map(([status, ...asked]) => [status === 204 ? 204 : 503, ...asked])

/** No request for a search is within the limit. */
const windows: Windows = {
  take: ({ amount, limit, name }) =>
    Effect.succeed({
      isTaken: !name.includes("search"),
      amount,
      limit,
      used: 1,
      start: 0,
      now: 0,
      add: () => Effect.void
    })
}

it("the first failed check of the documented order decides, while a server serves and while it ends", async () => {
  let shutdown: Shutdown["Service"] | undefined
  const { dispose, handler } = HttpRouter.toWebHandler(
    Layer.merge(
      RouterServer.layer,
      Layer.effectDiscard(Effect.map(Shutdown, (found) => (shutdown = found)))
    ).pipe(
      Layer.provide(Server.layer),
      Layer.provide(layerShutdown),
      Layer.provideMerge(
        Layer.mergeAll(
          ServerSettings.layer({ origins: ["https://app.example"] }),
          layerServices(),
          Layer.succeed(RateLimiter, make(windows))
        )
      )
    ),
    { disableLogger: true }
  )
  const ask = async (rows: ReadonlyArray<Row>) => {
    const answers: Array<Row> = []
    for (const [, asked, ...rest] of rows) {
      const [headers = {}, body] = rest
      const [method = "", path = ""] = asked.split(" ")
      const init = { method, headers, ...(body !== undefined && { body }) }
      const { status } = await handler(request(path, init))
      answers.push([status, asked, ...rest])
    }
    return answers
  }
  assert.deepEqual(await ask(serving), serving)
  if (shutdown !== undefined) Effect.runSync(shutdown.end)
  assert.deepEqual(await ask(ending), ending)
  await dispose()
})
