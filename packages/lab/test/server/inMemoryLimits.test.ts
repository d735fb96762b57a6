// Limits of a server without sockets, behind one fetch handler.
import { ServerSettings, layer, type Settings } from "@leadline/core/server-settings"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { apiKey, layerServices, activeWork } from "../../src/index.ts"

const authorization = `Bearer ${Redacted.value(apiKey)}`
const question = { a: { type: "noul", instructions: "Is it?" } }
const asking = (state: unknown) => JSON.stringify({ model: "decider-27b", state, questions: question })
const silent = JSON.stringify({
  model: "sonar",
  stream: true,
  messages: [{ role: "user", content: JSON.stringify({ after: 0, silent: true }) }]
})

const served = async (
  settings: Partial<Settings>,
  use: (post: (body: string | ReadableStream, signal?: AbortSignal) => Promise<Response>) => Promise<void>
) => {
  const { dispose, handler } = toWebHandler(Layer.mergeAll(layerServices(), layer(settings)))
  await use((body, signal) =>
    handler(
      new Request(`http://localhost/v1/${body === silent ? "sonar" : "decisions"}`, {
        method: "POST",
        headers: { authorization },
        body,
        ...(signal === undefined ? {} : { signal }),
        ...(typeof body === "string" ? {} : { duplex: "half" as const })
      })
    )
  )
  await dispose()
}

const typeOf = async (response: Response) => (await response.json()).error.type

describe("behind a fetch handler", () => {
  it("one request more than a group may have at once is 429", () =>
    served({ concurrency: 2 }, async (post) => {
      const answers = await Promise.all([1, 2, 3].map(() => post(asking({ wait: 300 }))))
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 200, 429]
      )
      const refused = answers.find(({ status }) => status === 429) ?? assert.fail()
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.strictEqual(await typeOf(refused), "too_many_requests")
      assert.strictEqual((await post(asking(""))).status, 200)
    }))

  it("a stream keeps its place until it ends", () =>
    served({ concurrency: 1 }, async (post) => {
      const controller = new AbortController()
      const stream = await post(silent, controller.signal)
      assert.strictEqual(stream.status, 200)
      assert.strictEqual((await post(asking(""))).status, 429)
      await stream.body?.cancel()
      while (activeWork.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
      assert.strictEqual((await post(asking(""))).status, 200)
    }))

  it("a body above the share of its group is 503, and its bytes are released", () =>
    served({ bodiesBytes: 20_000 }, async (post) => {
      const answer = await post(asking("x".repeat(10_000)))
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.strictEqual(await typeOf(answer), "service_unavailable")
      for (let times = 0; times < 5; times++) {
        assert.strictEqual((await post(asking("x".repeat(9_000)))).status, 200)
      }
    }))

  it("a body that does not come in time is 408", () =>
    served({ bodyTimeout: 50 }, async (post) => {
      const answer = await post(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([0x7b])) }))
      assert.strictEqual(answer.status, 408)
      assert.strictEqual(await typeOf(answer), "invalid_request_error")
    }))

  it("a large body that comes at once is worked on in turns", () =>
    served({}, async (post) => {
      let turns = 0
      let isOver = false
      const count = () => {
        turns++
        if (!isOver) setImmediate(count)
      }
      const names = Array.from({ length: 100_000 }, (_, at) => [`name ${at}`, "x".repeat(200)])
      const body = asking(Object.fromEntries(names))
      const asked = post(body)
      setImmediate(count)
      assert.strictEqual((await asked).status, 200)
      isOver = true
      // One for each 256 KiB that is read, and one for every few milliseconds of work on them.
      assert.isAbove(turns, body.length / 262_144 + 10)
    }))

  it("a silent stream says that it lives", () =>
    served({ keepAlive: 20 }, async (post) => {
      const stream = (await post(silent)).body?.getReader() ?? assert.fail()
      const { value } = await stream.read()
      assert.strictEqual(new TextDecoder().decode(value), ": ping\n\n")
      await stream.cancel()
    }))
})

it("a server without settings has the documented numbers", () => {
  assert.deepStrictEqual(ServerSettings.defaultValue(), {
    bodiesBytes: 268_435_456,
    downloadsBytes: 33_554_432,
    bodyTimeout: 60_000,
    minDataRate: 1_024,
    concurrency: 64,
    refusedKeysPerSecond: 20,
    keylessPerSecond: 100,
    limitsLoopback: false,
    publicUrl: undefined,
    proxies: [],
    origins: [],
    logAddresses: "off",
    keepAlive: 15_000,
    eventTimeout: 300_000
  })
})
