// Functions around each attempt.
import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../src/Client.ts"
import { over, rejection } from "../fixtures/calls.ts"
import { hand } from "../fixtures/hand.ts"
import { good, goodBody, question } from "../fixtures/wire.ts"

/** Bytes as a middleware may give them. */
const bytesOf = async function* (text: string) {
  yield new TextEncoder().encode(text)
}

describe("middleware", () => {
  it("the first is outermost; each sees operation and attempt, and the request without its key", async () => {
    const seen: Array<string> = []
    const named =
      (name: string): Client.Middleware =>
      async (request, next, { attempt, operation }) => {
        assert.isUndefined(request.headers["authorization"])
        assert.include(String(request.body), "the state")
        seen.push(`${name} ${operation} ${attempt} ${request.url}`)
        const response = await next(request)
        seen.push(`${name} ${response.status}`)
        return response
      }
    const { client, sent } = over([{ status: 500, headers: { "retry-after-ms": "1" } }, good], {
      apiKey: "the-key",
      middleware: [named("a"), named("b")]
    })
    await client.decisions.create(question)
    const [call, again] = [1, 2].map((attempt) => `Decisions.create ${attempt} /v1/decisions`)
    const rounds = [`a ${call}`, `b ${call}`, "b 500", "a 500", `a ${again}`, `b ${again}`, "b 200", "a 200"]
    assert.deepEqual(seen, rounds)
    assert.strictEqual(sent[0]?.request.headers["authorization"], "Bearer the-key")
  })

  it("it may change what goes out, ask again, and change what comes back", async () => {
    const { client, sent } = over([{ status: 409 }, { body: "{}" }], {
      middleware: [
        async (request, next) => {
          await next(request)
          const response = await next({ ...request, headers: { ...request.headers, "x-again": "1" } })
          return { ...response, body: bytesOf(goodBody) }
        }
      ]
    })
    assert.strictEqual((await client.decisions.create(question)).answers.urgent.noul, 0.75)
    const added = sent.map(({ request }) => request.headers["x-again"])
    assert.deepEqual(added, [undefined, "1"])
  })

  it("a response that it does not read is aborted with the call", async () => {
    const wire = hand({
      middleware: [
        async (request, next) => {
          await next(request)
          return { status: 200, headers: {}, body: bytesOf(goodBody) }
        }
      ]
    })
    const call = Client.promises(wire.layer).decisions.create(question)
    await wire.answer("application/json")
    await call
    assert.strictEqual(wire.asked.aborts, 1)
  })

  it("what it throws ends the call with that very error, unless it is a RetryableError", async () => {
    const mine = new Error("mine")
    const { client, sent } = over([good], { middleware: [() => Promise.reject(mine)] })
    assert.strictEqual(await rejection(client.decisions.create(question)), mine)
    assert.lengthOf(sent, 0)
    let times = 0
    const busy: Client.Middleware = (request, next) =>
      ++times === 1 ? Promise.reject(new Client.RetryableError("busy")) : next(request)
    await over([good], { middleware: [busy] }).client.decisions.create(question)
    assert.strictEqual(times, 2)
  })

  it("a url that would change the host is a TypeError, and nothing is sent", async () => {
    const url = "@other.test/x"
    const { client, sent } = over([good], { middleware: [(request, next) => next({ ...request, url })] })
    const error = await rejection(client.decisions.create(question))
    assert.instanceOf(error, TypeError)
    assert.include(error.message, "url: expected")
    assert.lengthOf(sent, 0)
  })
})
