// What comes in pieces, late or behind something else on one connection.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { Embeddings } from "@leadline/core/embeddings"
import { CurrentRequest } from "@leadline/core/internal"
import { Decisions, fromWeigher, make } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Net from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { layerFakeApiKeys } from "../../src/fakes/apiKeys.ts"
import { activeWork, apiKey, fakeWeigher, startServer } from "../../src/index.ts"

const auth = `Host: x\r\nAuthorization: Bearer ${Redacted.value(apiKey)}\r\n`
const list = `GET /v1/skills HTTP/1.1\r\n${auth}\r\n`
const post = (path: string, body: object): string => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\n${auth}Content-Length: ${text.length}\r\n\r\n${text}`
}

const until = async (holds: () => boolean): Promise<void> => {
  const began = performance.now()
  while (!holds() && performance.now() - began < 2_000) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe("a connection", () => {
  const scope = Scope.makeUnsafe()
  const interrupted = make(fromWeigher({ ...fakeWeigher, weigh: () => Effect.interrupt }))
  // A store that is asked, while the body arrives.
  const slowKeys = Layer.succeed(ApiKeyVerifier, {
    verify: () => Effect.delay(Effect.succeed({ group: "group", key: "key" }), 50)
  })
  const keys = Layer.merge(layerFakeApiKeys(apiKey), slowKeys)
  // No engine of ours adds such a header.
  const embeddings = Layer.mock(Embeddings, {
    create: ({ input }) =>
      Effect.withFiber((fiber) => {
        fiber.getRef(CurrentRequest)?.addHeaders(() => ({ "x-wrong": "a\nb" }))
        const length = input[0] === "whole" ? 1 : 3_000
        return Effect.succeed({
          object: "list",
          model: "svc-embed-v1-4b",
          usage: {
            prompt_tokens: 1,
            total_tokens: 1,
            cost: { input_cost: 0, total_cost: 0, currency: "USD" as const }
          },
          data: Array.from({ length }, (_, index) => ({ object: "embedding", index, embedding: "AAAA" }))
        } as const)
      })
  })
  let port = 0
  beforeAll(async () => {
    const server = startServer({ decisions: Layer.succeed(Decisions, interrupted), embeddings, keys })
    port = Number(new URL(await Effect.runPromise(Scope.provide(server, scope))).port)
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const connect = () => {
    const socket = Net.connect(port, "127.0.0.1")
    const heard = { text: "" }
    socket.on("data", (bytes: Uint8Array) => (heard.text += String(bytes)))
    socket.on("error", () => undefined)
    return { heard, socket }
  }

  const parts = {
    "of a declared length": {
      head: `POST /v1/decisions HTTP/1.1\r\n${auth}Content-Length: 200000\r\n\r\n{"a":`,
      wrong: Buffer.from([0xff, 0xff]),
      rest: "x".repeat(199_993)
    },
    "in chunks": {
      head: `POST /v1/decisions HTTP/1.1\r\n${auth}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n`,
      wrong: Buffer.from([0xff, 0xff, 0x0d, 0x0a]),
      rest: `30d40\r\n${"x".repeat(200_000)}\r\n0\r\n\r\n`
    }
  }
  it.each(Object.entries(parts))(
    "goes on after a body that was refused half way, %s",
    async (_, { head, rest, wrong }) => {
      const { heard, socket } = connect()
      socket.write(head)
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.write(wrong)
      await until(() => heard.text.includes("utf") || heard.text.includes("UTF"))
      assert.match(heard.text, /^HTTP\/1\.1 400 /)
      heard.text = ""
      socket.write(rest + list)
      await until(() => heard.text !== "")
      assert.match(heard.text, /^HTTP\/1\.1 200 /)
      socket.destroy()
    }
  )

  it("that closes ends what waits behind another answer", async () => {
    const { heard, socket } = connect()
    const content = JSON.stringify({ after: 1, silent: true })
    const stream = post("/v1/sonar", { model: "sonar", messages: [{ role: "user", content }], stream: true })
    socket.write(stream.repeat(3))
    await until(() => activeWork.size === 3 && heard.text !== "")
    assert.strictEqual(activeWork.size, 3)
    socket.destroy()
    await until(() => activeWork.size === 0)
    assert.strictEqual(activeWork.size, 0)
  })

  it.each([1_000, 60_000, 100_000, 130_000, 300_000])(
    "brings a body of %i bytes whole, while the key is looked up",
    async (length) => {
      const { heard, socket } = connect()
      const messages = [{ role: "user", content: "x".repeat(length) }]
      socket.write(post("/v1/sonar", { model: "sonar", messages }))
      await until(() => heard.text !== "")
      assert.match(heard.text, /^HTTP\/1\.1 200 /)
      socket.destroy()
    }
  )

  it("gets an answer when the work is interrupted by itself", async () => {
    const { heard, socket } = connect()
    const questions = { u: { type: "noul", instructions: "Is it?" } }
    socket.write(post("/v1/decisions", { model: "decider-27b", state: "x", questions }))
    await until(() => heard.text !== "")
    assert.match(heard.text, /^HTTP\/1\.1 500 /)
    socket.destroy()
  })

  it.each(["whole", "in pieces"])("closes when its answer cannot be sent, %s", async (how) => {
    const { heard, socket } = connect()
    socket.write(post("/v1/embeddings", { model: "svc-embed-v1-4b", input: [how] }))
    await until(() => socket.closed)
    assert.isTrue(socket.closed)
    assert.strictEqual(heard.text, "")
  })
})
