// Graceful shutdown in memory and on sockets: responses finish, and what cannot finish in time gets an error.
import * as Shutdown from "@leadline/core/shutdown"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { assert, beforeEach, describe, it } from "vitest"
import { activeWork, layerServices } from "../../src/index.ts"
import { chat, decision, endOn, grace, makeClock, move, post, request, silent, until } from "./support.ts"

/** One server on a clock of its own as two functions: asks it, and ends it. */
interface Served {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** What has no answer 3 seconds before the grace is over is interrupted. */
  readonly end: () => Promise<void>
}

const servicesOn = (clock: Clock.Clock) => Layer.merge(layerServices(), Layer.succeed(Clock.Clock, clock))

const onSocket = async (linger = 0) => {
  const clock = await makeClock()
  const scope = Scope.makeUnsafe()
  const server = layerServer({ grace, linger, port: 0 }).pipe(Layer.provide(servicesOn(clock)))
  const context = await Effect.runPromise(Layer.buildWithScope(server, scope))
  const { url } = Context.get(context, ServerAddress)
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  return {
    ask: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init),
    end: () => endOn(clock, close),
    clock,
    close,
    phase: Context.get(context, Shutdown.Shutdown).phase
  }
}

const ways: { readonly [name: string]: () => Promise<Served> } = {
  "in memory": async () => {
    const clock = await makeClock()
    const { dispose, handler } = toWebHandler(servicesOn(clock), { grace })
    return { ask: (path, init) => handler(request(path, init)), end: () => endOn(clock, dispose) }
  },
  "on a socket": onSocket
}

/** Waits for work to be in progress, so that the end finds it there. */
const begun = (count: number) => until(() => activeWork.size === count)

// What a failed test of another file left under way is not of these.
beforeEach(() => activeWork.clear())

describe.each(Object.entries(ways))("%s", (_name, serve) => {
  it("an answer that takes its time is whole, and says that the connection closes", async () => {
    const { ask, end } = await serve()
    const asked = ask("/v1/decisions", post(decision({ wait: 400 })))
    await begun(1)
    const [response] = await Promise.all([asked, end()])
    assert.deepStrictEqual([response.status, response.headers.get("connection")], [200, "close"])
    assert.isObject((await response.json()).answers)
  })

  it("what has no answer in time is 503 with its id, streams end with an error, and none delays the end", async () => {
    const { ask, end } = await serve()
    const asked = ask("/v1/sonar", post(chat({ silent: true }, false)))
    const chatted = await ask("/v1/sonar", post(chat(silent, true)))
    const input = JSON.stringify(silent)
    const made = await ask("/v1/responses", post({ model: "acme/one", stream: true, input }))
    const unread = await ask("/v1/sonar", post(chat(silent, true)))
    await begun(4)
    const [response, ofChat, ofResponse] = await Promise.all([asked, chatted.text(), made.text(), end()])
    assert.strictEqual(activeWork.size, 0)

    const headers = ["retry-after", "connection"].map((name) => response.headers.get(name))
    assert.deepStrictEqual([response.status, ...headers], [503, "1", "close"])
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual((await response.json()).error.type, "service_unavailable")

    // A stream says that it lives after 15 s.
    const frames = ofChat.split("\n\n").filter((frame) => frame.startsWith("data: "))
    assert.lengthOf(frames, 2)
    assert.include(JSON.parse(frames[1]?.slice(6) ?? "").error, { type: "service_unavailable", code: 503 })
    const last = JSON.parse(ofResponse.trimEnd().split("\n\n").at(-1)?.slice(6) ?? "")
    assert.strictEqual(last.type, "response.failed")
    assert.include(last.error, { type: "service_unavailable", code: "503" })
    await unread.body?.cancel().catch(() => undefined)
  })
})

it("on a socket a server still accepts while it lingers, then no more", async () => {
  const { ask, clock, close, phase } = await onSocket(1_000)
  const ended = close()
  await until(() => phase() !== "serving")
  const ready = await ask("/-/ready")
  assert.deepStrictEqual([ready.status, await ready.json()], [503, { status: "draining", checks: {} }])
  const models = await ask("/v1/models")
  assert.deepStrictEqual([models.status, models.headers.get("connection")], [200, "close"])
  await move(clock, 1_000)
  await ended
  assert.instanceOf(await ask("/v1/models").catch((error: unknown) => error), TypeError)
})
