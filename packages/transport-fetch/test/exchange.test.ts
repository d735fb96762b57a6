import { assert, describe, it, vi } from "vitest"
import { makeTransport } from "../src/transport.ts"
import { parts, request, turns, witness } from "./fixtures/witness.ts"

const telling = async (response: () => Response) => {
  const seen = witness()
  makeTransport({ fetch: async () => response() }).send(request, seen.receiver)
  await seen.over
  return seen
}

describe("what it passes on", () => {
  it("a body comes in parts, and last its end", async () => {
    const { reported } = await telling(() => new Response(parts("a", "b").body))
    assert.deepEqual(reported, ["head 200", "a", "b", "end"])
  })

  it("a small body of known length comes in one piece", async () => {
    const headers = { "content-length": "2" }
    const { reported } = await telling(() => new Response(parts("a", "b").body, { headers }))
    assert.deepEqual(reported, ["head 200", "ab", "end"])
  })

  it("a coded body comes in parts, whatever its length says", async () => {
    const headers = { "content-length": "2", "content-encoding": "gzip" }
    const { reported } = await telling(() => new Response(parts("a", "b").body, { headers }))
    assert.deepEqual(reported, ["head 200", "a", "b", "end"])
  })

  it("no body is an end", async () => {
    const { reported } = await telling(() => new Response(null, { status: 204 }))
    assert.deepEqual(reported, ["head 204", "end"])
  })

  it("repeated headers are joined, and none is taken for a property of objects", async () => {
    const headers = new Headers({ constructor: "c" })
    headers.append("set-cookie", "a=1")
    headers.append("set-cookie", "b=2")
    const heads: Array<object> = []
    const seen = witness()
    makeTransport({ fetch: async () => new Response(null, { headers }) }).send(request, {
      ...seen.receiver,
      onHead: (_, head) => heads.push({ ...head })
    })
    await seen.over
    assert.deepEqual(heads, [{ constructor: "c", "set-cookie": "a=1, b=2" }])
  })

  it("what fetch rejects or throws with is passed on as it is", async () => {
    const cause = new TypeError("no")
    for (const fetch of [
      () => Promise.reject(cause),
      () => {
        throw cause
      }
    ]) {
      const seen = witness()
      makeTransport({ fetch }).send(request, seen.receiver)
      await seen.over
      assert.deepEqual(seen.reported, ["error"])
      assert.strictEqual(seen.causes[0], cause)
    }
  })

  it("a body that breaks is reported after its bytes", async () => {
    const cause = new Error("cut")
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("a")),
      pull: (controller) => controller.error(cause)
    })
    const seen = await telling(() => new Response(body))
    assert.deepEqual(seen.reported, ["head 200", "a", "error"])
    assert.strictEqual(seen.causes[0], cause)
  })

  it("a body that was read before is an error", async () => {
    const response = new Response("a")
    await response.text()
    const { reported } = await telling(() => response)
    assert.deepEqual(reported, ["head 200", "error"])
  })
})

describe("a receiver that is full", () => {
  it("no more is read until it says so", async () => {
    const source = parts("a", "b")
    const seen = witness(() => false)
    const exchange = makeTransport({ fetch: async () => new Response(source.body) }).send(
      request,
      seen.receiver
    )
    await vi.waitFor(() => assert.deepEqual(seen.reported, ["head 200", "a"]))
    await turns()
    assert.strictEqual(source.pulls(), 1)
    exchange.resume()
    exchange.resume()
    await vi.waitFor(() => assert.deepEqual(seen.reported, ["head 200", "a", "b"]))
    exchange.resume()
    await seen.over
    assert.deepEqual(seen.reported, ["head 200", "a", "b", "end"])
  })

  it("it may say so before it has said that it is full", async () => {
    const seen = witness(() => {
      exchange.resume()
      return false
    })
    const exchange = makeTransport({ fetch: async () => new Response(parts("a", "b").body) }).send(
      request,
      seen.receiver
    )
    await seen.over
    assert.deepEqual(seen.reported, ["head 200", "a", "b", "end"])
  })
})

describe("an abort", () => {
  it("aborts the signal, and nothing is reported after it", async () => {
    let signal: AbortSignal | null | undefined
    const fetch = (_: unknown, init?: RequestInit) => {
      signal = init?.signal
      return new Promise<Response>((_resolve, reject) => signal?.addEventListener("abort", reject))
    }
    const seen = witness()
    const exchange = makeTransport({ fetch }).send(request, seen.receiver)
    exchange.abort()
    exchange.abort()
    exchange.resume()
    await turns()
    assert.isTrue(signal?.aborted)
    assert.deepEqual(seen.reported, [])
  })

  it("cancels the body of an answer that comes too late", async () => {
    const source = parts("a")
    const { promise, resolve } = Promise.withResolvers<Response>()
    const seen = witness()
    const exchange = makeTransport({ fetch: () => promise }).send(request, seen.receiver)
    exchange.abort()
    resolve(new Response(source.body))
    await vi.waitFor(() => assert.isTrue(source.isCancelled()))
    assert.deepEqual(seen.reported, [])
  })

  it("at the head leaves the body unread", async () => {
    const source = parts("a")
    const seen = witness()
    const exchange = makeTransport({ fetch: async () => new Response(source.body) }).send(request, {
      ...seen.receiver,
      onHead: () => exchange.abort()
    })
    await vi.waitFor(() => assert.isTrue(source.isCancelled()))
    assert.deepEqual([source.pulls(), seen.reported], [0, []])
  })

  it("inside a body cancels the rest", async () => {
    const source = parts("a", "b")
    const seen = witness(() => {
      exchange.abort()
      return true
    })
    const exchange = makeTransport({ fetch: async () => new Response(source.body) }).send(
      request,
      seen.receiver
    )
    await vi.waitFor(() => assert.isTrue(source.isCancelled()))
    assert.deepEqual([source.pulls(), seen.reported], [1, ["head 200", "a"]])
  })

  it("after the end aborts nothing", async () => {
    let signal: AbortSignal | null | undefined
    const seen = witness()
    const exchange = makeTransport({
      fetch: async (_, init) => {
        signal = init?.signal
        return new Response("a")
      }
    }).send(request, seen.receiver)
    await seen.over
    exchange.abort()
    assert.isFalse(signal?.aborted)
  })
})
