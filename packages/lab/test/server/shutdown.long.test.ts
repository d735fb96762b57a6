// Graceful shutdown in memory and on sockets: responses finish, and what cannot finish in time gets an error.
import * as Shutdown from "@leadline/core/shutdown"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Http from "node:http"
import { assert, describe, it } from "vitest"
import { apiKey, layerServices, activeWork } from "../../src/index.ts"

const authorization = `Bearer ${Redacted.value(apiKey)}`
const scripted = (script: object) => JSON.stringify(script)
const chat = (script: object, stream: boolean) =>
  JSON.stringify({ model: "sonar", stream, messages: [{ role: "user", content: scripted(script) }] })
const post = (body: string) => ({ method: "POST", headers: { authorization }, body })
const silent = { after: 1, silent: true }

/** One server as two functions: asks it, and ends it. */
interface Served {
  readonly ask: (path: string, init: RequestInit) => Promise<Response>
  readonly end: () => Promise<void>
}

const ways: { readonly [name: string]: (grace: number) => Promise<Served> } = {
  "in memory": (grace) => {
    const { dispose, handler } = toWebHandler(layerServices(), { grace })
    return Promise.resolve({
      ask: (path, init) => handler(new Request(`http://localhost${path}`, init)),
      end: dispose
    })
  },
  "on a socket": async (grace) => {
    const scope = Scope.makeUnsafe()
    const context = await Effect.runPromise(
      Layer.buildWithScope(layerServer({ grace, port: 0 }).pipe(Layer.provide(layerServices())), scope)
    )
    const baseUrl = Context.get(context, ServerAddress).url
    assert.strictEqual(Context.get(context, Shutdown.Shutdown).phase(), "serving")
    return {
      ask: (path, init) => fetch(`${baseUrl}${path}`, init),
      end: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

/** Waits for work to be in progress, so that the end finds it there. */
const begun = async (count: number) => {
  while (activeWork.size < count) await new Promise((resolve) => setTimeout(resolve, 2))
}

describe.each(Object.entries(ways))("%s", (_name, serve) => {
  it("an answer that takes its time is whole, and says that the connection closes", async () => {
    const { ask, end } = await serve(20_000)
    const asked = ask(
      "/v1/decisions",
      post(
        JSON.stringify({
          model: "decider-27b",
          state: { wait: 400 },
          questions: { a: { type: "noul", instructions: "Is it?" } }
        })
      )
    )
    await begun(1)
    const [response] = await Promise.all([asked, end()])
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("connection"), "close")
    assert.isObject((await response.json()).answers)
  })

  it("a request without an answer gets 503, with its id, before the grace ends", async () => {
    const { ask, end } = await serve(1_600)
    const asked = ask("/v1/sonar", post(chat({ silent: true }, false)))
    await begun(1)
    const before = performance.now()
    const ended = end()
    const response = await asked
    assert.strictEqual(response.status, 503)
    assert.strictEqual(response.headers.get("retry-after"), "1")
    assert.strictEqual(response.headers.get("connection"), "close")
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual((await response.json()).error.type, "service_unavailable")
    await ended
    assert.isAtLeast(performance.now() - before, 1_100)
    assert.strictEqual(activeWork.size, 0)
  })

  it("a stream of chat ends with an error that says so, and without its mark", async () => {
    const { ask, end } = await serve(800)
    const response = await ask("/v1/sonar", post(chat(silent, true)))
    await begun(1)
    const [text] = await Promise.all([response.text(), end()])
    const frames = text.trimEnd().split("\n\n")
    assert.strictEqual(frames.length, 2)
    assert.deepStrictEqual(JSON.parse(frames[1]?.slice(6) ?? ""), {
      error: {
        message: "The service is temporarily unavailable.",
        type: "service_unavailable",
        code: 503,
        param: null
      }
    })
    assert.strictEqual(activeWork.size, 0)
  })

  it("a stream of responses ends with response.failed", async () => {
    const { ask, end } = await serve(800)
    const response = await ask(
      "/v1/responses",
      post(JSON.stringify({ model: "acme/one", stream: true, input: scripted(silent) }))
    )
    await begun(1)
    const [text] = await Promise.all([response.text(), end()])
    const last = JSON.parse(text.trimEnd().split("\n\n").at(-1)?.slice(6) ?? "")
    assert.strictEqual(last.type, "response.failed")
    assert.deepStrictEqual(last.error, {
      message: "The service is temporarily unavailable.",
      type: "service_unavailable",
      code: "503"
    })
  })

  it("a stream that is not read does not delay the shutdown", async () => {
    const { ask, end } = await serve(800)
    const response = await ask("/v1/sonar", post(chat(silent, true)))
    const before = performance.now()
    await end()
    assert.isBelow(performance.now() - before, 10_000)
    await response.body?.cancel().catch(() => undefined)
  })

  it("nothing in progress ends at once", async () => {
    const { ask, end } = await serve(20_000)
    assert.strictEqual((await ask("/v1/models", {})).status, 200)
    const before = performance.now()
    await end()
    assert.isBelow(performance.now() - before, 3_000)
  })
})

describe("on a socket", () => {
  it("still accepts while it lingers, then no more; idle connections close", async () => {
    const scope = Scope.makeUnsafe()
    const context = await Effect.runPromise(
      Layer.buildWithScope(
        layerServer({ grace: 20_000, linger: 1_000, port: 0 }).pipe(Layer.provide(layerServices())),
        scope
      )
    )
    const baseUrl = Context.get(context, ServerAddress).url
    const drain = Context.get(context, Shutdown.Shutdown)
    const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
    const get = (path: string) =>
      new Promise<Http.IncomingMessage>((resolve, reject) => {
        Http.get(`${baseUrl}${path}`, { agent }, (response) => {
          response.resume()
          response.on("end", () => resolve(response))
        }).on("error", reject)
      })
    assert.strictEqual((await get("/-/ready")).statusCode, 200)
    const [idle] = Object.values(agent.freeSockets).flat()
    const closed = new Promise((resolve) => idle?.once("close", resolve))
    const ended = Effect.runPromise(Scope.close(scope, Exit.void))
    while (drain.phase() === "serving") await new Promise((resolve) => setTimeout(resolve, 2))
    const ready = await fetch(`${baseUrl}/-/ready`)
    assert.strictEqual(ready.status, 503)
    assert.strictEqual(ready.headers.get("connection"), "close")
    assert.deepStrictEqual(await ready.json(), { status: "draining", checks: {} })
    const models = await fetch(`${baseUrl}/v1/models`)
    assert.strictEqual(models.status, 200)
    assert.strictEqual(models.headers.get("connection"), "close")
    await ended
    await closed
    assert.instanceOf(await fetch(`${baseUrl}/v1/models`).catch((error: unknown) => error), TypeError)
    agent.destroy()
  })
})
