// A proxy in front of a misbehaving server: streams, callers that leave and timeouts.
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "vitest"
import {
  askChat,
  askDecision,
  event,
  resetUpstream,
  secret,
  startProxy,
  streaming,
  upstream
} from "./misbehavingUpstream.ts"
import { until } from "./support.ts"

resetUpstream()
const proxy = startProxy()
const isSilent = { isSilent: true } as const
/** A stream that has begun, and goes no further. */
const begun = streaming([event("one")], "stalls")

describe("a stream through a proxy", () => {
  it("comes event by event", async () => {
    const begunOnes: Array<ServerResponse> = []
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(event("one"))
      begunOnes.push(response)
    }
    const response = await askChat(proxy)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert.include((await reader?.read())?.value, "one")
    begunOnes[0]?.end(`${event("two", { object: "chat.completion.done" })}data: [DONE]\n\n`)
    let rest = ""
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      rest += part.value
    assert.include(rest, "two")
    assert.isTrue(rest.endsWith("data: [DONE]\n\n"))
    assert.strictEqual(upstream.requests.length, 1)
  })

  it.each([
    ["that breaks off", streaming([event("one")], "closed")],
    [
      "that holds an error upstream",
      streaming([`data: ${JSON.stringify({ error: { message: secret, type: "overloaded_error" } })}\n\n`])
    ]
  ])("%s ends with one fixed event, no word of the upstream and no end mark", async (_, handler) => {
    upstream.handler = handler
    const text = await (await askChat(proxy)).text()
    assert.include(text, '"type":"internal_error"')
    assert.notInclude(text, secret)
    assert.notInclude(text, "[DONE]")
  })

  it("that is not read is not read upstream either", async () => {
    let written = 0
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      const block = event("x".repeat(60_000))
      const write = (): void => {
        while (!response.destroyed && response.write(block)) written += block.length
        if (!response.destroyed) response.once("drain", write)
      }
      write()
    }
    const abort = new AbortController()
    await askChat(proxy, { signal: abort.signal })
    let before = -1
    let still = 0
    await until(() => {
      still = written === before && written > 0 ? still + 1 : 0
      before = written
      return still === 10
    })
    assert.isBelow(written, 64 * 1024 * 1024)
    abort.abort()
    await until(() => upstream.abandoned === 1)
  })
})

describe("a caller that leaves", () => {
  it.each([
    ["before an answer", askDecision, isSilent],
    ["before the first event", askChat, isSilent],
    ["between events", askChat, begun]
  ] as const)("%s ends the request upstream", async (_name, ask, handler) => {
    upstream.handler = handler
    const abort = new AbortController()
    const answered = ask(proxy, { signal: abort.signal }).then(
      (response) => response.body?.getReader().read(),
      () => undefined
    )
    await until(() => upstream.requests.length === 1)
    if (handler === begun) await answered
    abort.abort()
    await until(() => upstream.abandoned === 1)
  })
})

describe("an upstream server that is late", () => {
  const hasty = startProxy({ timeout: "200 millis", idleTimeout: "200 millis" })

  it("is 504 after the time given", async () => {
    upstream.handler = isSilent
    // A slow machine may need the time to connect.
    do assert.strictEqual((await askDecision(hasty)).status, 504)
    while (upstream.requests.length === 0)
    await until(() => upstream.abandoned === 1)
    assert.strictEqual(upstream.requests.length, 1)
  })

  it("ends a stream that falls silent", async () => {
    upstream.handler = begun
    assert.include(await (await askChat(hasty)).text(), '"type":"internal_error"')
  })
})
