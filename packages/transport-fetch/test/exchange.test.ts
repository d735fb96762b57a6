import { assert, describe, it } from "vitest"
import { parts, sending, turns, until } from "./fixtures/witness.ts"

const telling = async (response: () => Response) => {
  const seen = sending({ fetch: async () => response() })
  await seen.over
  return seen
}

describe("what it passes on", () => {
  it.each([
    ["in parts, and last its end", {}, ["a", "b"]],
    ["in one piece where it is small and has a length", { "content-length": "2" }, ["ab"]],
    [
      "in parts where it is coded, whatever its length says",
      { "content-length": "2", "content-encoding": "gzip" },
      ["a", "b"]
    ]
  ])("a body comes %s", async (_, headers: Record<string, string>, pieces) => {
    const { reported } = await telling(() => new Response(parts("a", "b").body, { headers }))
    assert.deepEqual(reported, ["head 200", ...pieces, "end"])
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
    const seen = sending({ fetch: async () => new Response(null, { headers }) }, undefined, {
      onHead: (_, head) => heads.push({ ...head })
    })
    await seen.over
    assert.deepEqual(heads, [{ constructor: "c", "set-cookie": "a=1, b=2" }])
  })

  const cause = new TypeError("no")
  it.each([
    ["rejects", () => Promise.reject(cause)],
    [
      "throws",
      () => {
        throw cause
      }
    ]
  ])("what fetch %s with is passed on as it is", async (_, fetch) => {
    const seen = sending({ fetch })
    await seen.over
    assert.deepEqual(seen.reported, ["error"])
    assert.strictEqual(seen.causes[0], cause)
  })

  it("a body that breaks is reported after its bytes", async () => {
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
    const { exchange, over, reported } = sending(
      { fetch: async () => new Response(source.body) },
      () => false
    )
    await until(() => reported.length === 2)
    await turns()
    assert.deepEqual(reported, ["head 200", "a"])
    assert.strictEqual(source.pulls(), 1)
    exchange.resume()
    exchange.resume()
    await until(() => reported.length === 3)
    assert.deepEqual(reported, ["head 200", "a", "b"])
    exchange.resume()
    await over
    assert.deepEqual(reported, ["head 200", "a", "b", "end"])
  })

  it("it may say so before it has said that it is full", async () => {
    const { exchange, over, reported } = sending(
      { fetch: async () => new Response(parts("a", "b").body) },
      () => {
        exchange.resume()
        return false
      }
    )
    await over
    assert.deepEqual(reported, ["head 200", "a", "b", "end"])
  })
})

describe("an abort", () => {
  it("aborts the signal, and nothing is reported after it", async () => {
    let signal: AbortSignal | null | undefined
    const { exchange, reported } = sending({
      fetch: (_, init) => {
        signal = init?.signal
        return new Promise<Response>((_resolve, reject) => signal?.addEventListener("abort", reject))
      }
    })
    exchange.abort()
    exchange.abort()
    exchange.resume()
    await turns()
    assert.isTrue(signal?.aborted)
    assert.deepEqual(reported, [])
  })

  it("cancels the body of an answer that comes too late", async () => {
    const source = parts("a")
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { exchange, reported } = sending({ fetch: () => promise })
    exchange.abort()
    resolve(new Response(source.body))
    await until(source.isCancelled)
    assert.deepEqual(reported, [])
  })

  it("at the head leaves the body unread", async () => {
    const source = parts("a")
    const { exchange, reported } = sending({ fetch: async () => new Response(source.body) }, undefined, {
      onHead: () => exchange.abort()
    })
    await until(source.isCancelled)
    assert.deepEqual([source.pulls(), reported], [0, []])
  })

  it("inside a body cancels the rest", async () => {
    const source = parts("a", "b")
    const { exchange, reported } = sending({ fetch: async () => new Response(source.body) }, () => {
      exchange.abort()
      return true
    })
    await until(source.isCancelled)
    assert.deepEqual([source.pulls(), reported], [1, ["head 200", "a"]])
  })

  it("after the end aborts nothing", async () => {
    let signal: AbortSignal | null | undefined
    const { exchange, over } = sending({
      fetch: async (_, init) => {
        signal = init?.signal
        return new Response("a")
      }
    })
    await over
    exchange.abort()
    assert.isFalse(signal?.aborted)
  })
})
