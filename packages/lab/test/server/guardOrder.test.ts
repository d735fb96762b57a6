// The order of the guards does not depend on the order in which layers are built: docs/server.md says it.
import * as RouterServer from "@leadline/core/http-server"
import { layerCatalog } from "@leadline/core/models"
import { make, RateLimiter, type Windows } from "@leadline/core/rate-limit"
import * as Server from "@leadline/core/server"
import * as ServerSettings from "@leadline/core/server-settings"
import { Shutdown, layer as layerShutdown } from "@leadline/core/shutdown"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { layerFakeApiKeys } from "../../src/fakes/apiKeys.ts"
import { layerFakeChat } from "../../src/fakes/chat.ts"
import { layerFakeDecisions } from "../../src/fakes/decisions.ts"
import { layerFakeSearch } from "../../src/fakes/search.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"
import { apiKey, layerServices } from "../../src/index.ts"
import { authorization, request as requestTo } from "./support.ts"

const key = { authorization }
const tooLong = { "content-length": "33554433" }
const gzip = { "content-encoding": "gzip" }
const preflight = { origin: "https://app.example", "access-control-request-method": "POST" }

type Row = readonly [status: number, request: string, headers?: Record<string, string>, body?: string]

/** Requests that break two rules at once, in the documented order of the rules. */
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
const ending: ReadonlyArray<Row> = serving.map(([status, ...request]) => [
  status === 204 ? 204 : 503,
  ...request
])

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

/** A server whose layers take random times to be built: what it answers while it serves, and while it ends. */
const answersOf = async (seed: number) => {
  const { below } = seededRandom(seed)
  const late = <A>(layer: Layer.Layer<A>): Layer.Layer<A> =>
    Layer.unwrap(Effect.as(Effect.sleep(below(8)), layer))
  let shutdown: Shutdown["Service"] | undefined
  const services = layerServices({
    chat: late(layerFakeChat),
    decisions: late(layerFakeDecisions),
    keys: late(layerFakeApiKeys(apiKey)),
    models: late(layerCatalog()),
    search: late(layerFakeSearch)
  })
  const limiter = Layer.succeed(RateLimiter, make(windows))
  const settings = ServerSettings.layer({ origins: ["https://app.example"] })
  const { dispose, handler } = HttpRouter.toWebHandler(
    Layer.merge(
      RouterServer.layer,
      Layer.effectDiscard(Effect.map(Shutdown, (found) => (shutdown = found)))
    ).pipe(
      Layer.provide(Server.layer),
      Layer.provide(late(layerShutdown)),
      Layer.provideMerge(Layer.mergeAll(late(settings), services, late(limiter)))
    ),
    { disableLogger: true }
  )
  const ask = async (rows: ReadonlyArray<Row>) => {
    const answers: Array<Row> = []
    for (const [, request, ...rest] of rows) {
      const [headers = {}, body] = rest
      const [method = "", path = ""] = request.split(" ")
      const init = { method, headers, ...(body !== undefined && { body }) }
      const { status } = await handler(requestTo(path, init))
      answers.push([status, request, ...rest])
    }
    return answers
  }
  const whileServing = await ask(serving)
  if (shutdown !== undefined) Effect.runSync(shutdown.end)
  const whileEnding = await ask(ending)
  await dispose()
  return { whileServing, whileEnding }
}

describe("the first failed check of the documented order decides", () => {
  it.each([1, 2, 3])("however long layers take to be built: seed %i", async (seed) => {
    const { whileEnding, whileServing } = await answersOf(seed)
    assert.deepEqual(whileServing, serving)
    assert.deepEqual(whileEnding, ending)
  })
})
