// Limits of a server without sockets, behind one fetch handler.
import { layer, type Settings } from "@leadline/core/server-settings"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { activeWork, layerServices } from "../../src/index.ts"
import { chat, decision, post, request, silent, until } from "./support.ts"

const served = async (
  settings: Partial<Settings>,
  use: (ask: (path: string, init: RequestInit) => Promise<Response>) => Promise<void>
) => {
  const { dispose, handler } = toWebHandler(Layer.mergeAll(layerServices(), layer(settings)), { grace: 20 })
  await use((path, init) => handler(request(path, init)))
  await dispose()
}

const decide = (state: unknown) => ["/v1/decisions", post(decision(state))] as const
const stream = (script: object, init?: RequestInit) => ["/v1/sonar", post(chat(script, true), init)] as const
const typeOf = async (response: Response) => (await response.json()).error.type

describe("behind a fetch handler", () => {
  it("one request more than a group may have at once is 429, and an end makes room", () =>
    served({ concurrency: 2 }, async (ask) => {
      const controller = new AbortController()
      const streams = [
        await ask(...stream(silent)),
        await ask(...stream(silent, { signal: controller.signal }))
      ]
      assert.deepStrictEqual(
        streams.map(({ status }) => status),
        [200, 200]
      )
      const refused = await ask(...decide(""))
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.strictEqual(await typeOf(refused), "too_many_requests")
      await streams[1]?.body?.cancel()
      await until(() => activeWork.size === 1)
      assert.strictEqual((await ask(...decide(""))).status, 200)
      await streams[0]?.body?.cancel()
      await until(() => activeWork.size === 0)
    }))

  it("a body above the share of its group is 503, and its bytes are released", () =>
    served({ bodiesBytes: 20_000 }, async (ask) => {
      const answer = await ask(...decide("x".repeat(10_000)))
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.strictEqual(await typeOf(answer), "service_unavailable")
      for (let times = 0; times < 5; times++)
        assert.strictEqual((await ask(...decide("x".repeat(9_000)))).status, 200)
    }))

  it("a body that does not come in time is 408", () =>
    served({ bodyTimeout: 20 }, async (ask) => {
      const body = new ReadableStream({ start: (begun) => begun.enqueue(new Uint8Array([0x7b])) })
      const init: RequestInit & { readonly duplex: "half" } = { ...post(""), body, duplex: "half" }
      const answer = await ask("/v1/decisions", init)
      assert.strictEqual(answer.status, 408)
      assert.strictEqual(await typeOf(answer), "invalid_request_error")
    }))

  it("a large body that comes at once is worked on in turns", () =>
    served({}, async (ask) => {
      let turns = 0
      let isOver = false
      const count = () => {
        turns++
        if (!isOver) setImmediate(count)
      }
      const names = Array.from({ length: 40_000 }, (_, at) => [`name ${at}`, "x".repeat(200)])
      const body = JSON.stringify(decision(Object.fromEntries(names)))
      const asked = ask("/v1/decisions", post(body))
      setImmediate(count)
      assert.strictEqual((await asked).status, 200)
      isOver = true
      // One for each 256 KiB that is read; the work on them has turns by its time.
      assert.isAbove(turns, body.length / 262_144)
    }))

  it("a silent stream says that it lives", () =>
    served({ keepAlive: 20 }, async (ask) => {
      const body = (await ask(...stream({ ...silent, after: 0 }))).body?.getReader() ?? assert.fail()
      const { value } = await body.read()
      assert.strictEqual(new TextDecoder().decode(value), ": ping\n\n")
      await body.cancel()
    }))
})
