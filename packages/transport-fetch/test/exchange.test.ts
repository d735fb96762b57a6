// What the transport asks of a fetch, and what it passes on.
import type { Receiver } from "@leadline/core/transport"
import { setImmediate } from "node:timers/promises"
import { afterEach, assert, describe, it, vi } from "vitest"
import { makeTransport } from "../src/transport.ts"

afterEach(() => void vi.unstubAllGlobals())

type Options = NonNullable<Parameters<typeof makeTransport>[0]>
type Fetch = NonNullable<Options["fetch"]>

const request = { method: "POST", url: "http://service.test/x", headers: { "x-a": "1" }, body: "{}" }

/** Sends the request; gives what is reported of it, and the exchange. */
const sending = (options: Options, receiver: Partial<Receiver> = {}, body = request.body) => {
  const reported: Array<string> = []
  const { promise: over, resolve } = Promise.withResolvers<unknown>()
  const exchange = makeTransport(options).send(
    { ...request, body },
    {
      onPhase: (phase) => void reported.push(phase),
      onHead: (status) => void reported.push(`head ${status}`),
      onBytes: (bytes) => {
        reported.push(new TextDecoder().decode(bytes))
        return true
      },
      onEnd: () => {
        reported.push("end")
        resolve(undefined)
      },
      onError: (cause) => {
        reported.push("error")
        resolve(cause)
      },
      ...receiver
    }
  )
  /** The cause of a failure. */
  return { reported, over, exchange }
}

const until = async (is: () => boolean) => {
  while (!is()) await setImmediate()
}

/** A body that gives what it is asked for, and notes each time it is asked. */
const parts = (...texts: ReadonlyArray<string>) => {
  let pulls = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = texts[pulls++]
        if (text === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(text))
      },
      cancel() {
        isCancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, pulls: () => pulls, isCancelled: () => isCancelled }
}

const cause = new TypeError("no")
const breaking = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("a")),
    pull: (controller) => controller.error(cause)
  })

const throwing: Fetch = () => {
  throw cause
}

describe("what it passes on", () => {
  const coded = { "content-length": "2", "content-encoding": "gzip" }
  it.each<readonly [string, () => Response, ReadonlyArray<string>]>([
    ["a body in parts, and last its end", () => new Response(parts("a", "b").body), ["a", "b", "end"]],
    [
      "a small body of known length in one piece",
      () => new Response(parts("a", "b").body, { headers: { "content-length": "2" } }),
      ["ab", "end"]
    ],
    [
      "a coded body in parts",
      () => new Response(parts("a", "b").body, { headers: coded }),
      ["a", "b", "end"]
    ],
    ["no body as an end", () => new Response(null), ["end"]],
    ["a body that breaks after its bytes", () => new Response(breaking()), ["a", "error"]]
  ])("is %s", async (_, response, wanted) => {
    const { over, reported } = sending({ fetch: async () => response() })
    await over
    assert.deepEqual(reported, ["head 200", ...wanted])
  })

  it("is what fetch rejects or throws with", async () => {
    for (const fetch of [() => Promise.reject(cause), throwing])
      assert.strictEqual(await sending({ fetch }).over, cause)
  })

  it("are repeated headers, joined, and none is taken for a property of objects", async () => {
    const headers = new Headers({ constructor: "c" })
    for (const cookie of ["a=1", "b=2"]) headers.append("set-cookie", cookie)
    let fields: object = {}
    const onHead: Receiver["onHead"] = (_, head) => void (fields = { ...head })
    await sending({ fetch: async () => new Response(null, { headers }) }, { onHead }).over
    assert.deepEqual(fields, { constructor: "c", "set-cookie": "a=1, b=2" })
  })

  it("is no more than its receiver wants, until it wants more", async () => {
    const source = parts("a", "b")
    let bytes = 0
    const { exchange, over } = sending(
      { fetch: async () => new Response(source.body) },
      {
        onBytes: () => {
          // Of the last part it says so before it has said that it is full.
          if (++bytes === 2) exchange.resume()
          return false
        }
      }
    )
    await until(() => bytes === 1)
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    assert.deepEqual([bytes, source.pulls()], [1, 1])
    exchange.resume()
    exchange.resume()
    await over
    assert.strictEqual(bytes, 2)
  })
})

describe("an abort", () => {
  it("aborts the signal, cancels an answer that comes too late, and nothing is reported after it", async () => {
    const source = parts("a")
    const { promise, resolve } = Promise.withResolvers<Response>()
    let signal: AbortSignal | null | undefined
    const fetch: Fetch = (_, init) => {
      signal = init?.signal
      return promise
    }
    const { exchange, reported } = sending({ fetch })
    exchange.abort()
    exchange.abort()
    exchange.resume()
    assert.isTrue(signal?.aborted)
    resolve(new Response(source.body))
    await until(source.isCancelled)
    assert.deepEqual(reported, [])
  })

  it("at the head leaves the body unread, and inside a body cancels the rest", async () => {
    for (const [at, pulls] of [
      ["onHead", 0],
      ["onBytes", 1]
    ] as const) {
      const source = parts("a", "b")
      const { exchange, reported } = sending(
        { fetch: async () => new Response(source.body) },
        { [at]: () => (exchange.abort(), true) }
      )
      await until(source.isCancelled)
      assert.strictEqual(source.pulls(), pulls)
      assert.notInclude(reported, "end")
    }
  })
})

/** What fetch is called with. */
const initOf = async (options: Options, body = "{}") => {
  const calls: Array<{ readonly [name: string]: unknown }> = []
  const fetch: Fetch = async (url, init = {}) => {
    calls.push({ ...init, url })
    return new Response("")
  }
  await sending({ ...options, fetch }, {}, body).over
  return calls[0] ?? assert.fail("nothing was sent")
}

describe("a request", () => {
  it("goes without redirects, cookies and cache; fields of one's own go along, and never change it", async () => {
    const own = { method: "POST", headers: { "x-a": "1" }, body: "{}", redirect: "manual", cache: "no-store" }
    assert.deepInclude(await initOf({}), { url: request.url, credentials: "omit", ...own })
    const further: object = { method: "GET", body: "other", redirect: "follow", headers: {}, signal: null }
    const requestInit: object = { credentials: "include", dispatcher: 1, ...further }
    const init = await initOf({ requestInit: { ...requestInit } })
    assert.deepInclude(init, { credentials: "include", dispatcher: 1, ...own })
    assert.instanceOf(init["signal"], AbortSignal)
  })

  it("is sent by the runtime's fetch of the moment, without a this", async () => {
    const holders: Array<unknown> = []
    vi.stubGlobal("fetch", async function (this: unknown) {
      holders.push(this)
      return new Response("")
    })
    await sending({}).over
    assert.deepEqual(holders, [undefined])
  })

  it("has no field that the runtime's requests do not have, and on Deno a body that is not sent twice", async () => {
    vi.stubGlobal("Request", () => undefined)
    assert.doesNotHaveAnyKeys(await initOf({}), ["credentials", "cache"])
    vi.stubGlobal("Deno", {})
    for (const body of ["{}", ""]) {
      const init = await initOf({}, body)
      assert.instanceOf(init["body"], Blob)
      assert.strictEqual(await init["body"].text(), body)
    }
  })

  it.each([
    ["nothing on Deno", "Deno", []],
    ["little on workerd", "WebSocketPair", ["gzip", "br"]],
    ["more elsewhere", "Other", ["gzip", "x-gzip", "deflate", "br"]]
  ] as const)("says that its runtime decodes %s", (_, name, codings) => {
    vi.stubGlobal(name, {})
    assert.includeMembers([...makeTransport().codings], [...codings])
    if (name !== "Other") assert.lengthOf(makeTransport().codings, codings.length)
  })
})
