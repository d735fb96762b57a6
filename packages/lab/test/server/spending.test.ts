// What the calls of a paid backend cost a group, whatever becomes of the request that made them.
import { assert, describe, it } from "vitest"
import { completion, json, price, type Script, streamed } from "../../src/server/paidBackends.ts"
import { type PaidOptions, paidServer } from "./paidServer.ts"
import { chat, until } from "./support.ts"

const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }
const prompt = "word ".repeat(80)
const piece = "tide ".repeat(40)
const stalling: Script = () => streamed(piece, true)
const failed = 12

/** Streams at once, cut after their first event, of a whole price each. */
const cutAtOnce = async (server: Awaited<ReturnType<typeof paidServer>>, count: number) => {
  const body = { ...chat(prompt, true), max_tokens: 1_000, disable_search: true }
  const responses = await Promise.all(Array.from({ length: count }, () => server.post("/v1/sonar", body)))
  const refused = responses.filter(({ status }) => status === 429)
  await Promise.all(
    responses.map(async ({ body: events, status }) => {
      if (status === 200) await events?.cancel()
    })
  )
  return refused
}

const search = { id: "c1", function: { name: "search_web", arguments: '{"queries":["tides"]}' } }

const failures: ReadonlyArray<readonly [string, Script, PaidOptions, string, object, number]> = [
  [
    "a run whose later call fails",
    (_, n) =>
      n % 2 === 1 ? completion("", usage, { tool_calls: [search] }) : json({ error: { message: "No" } }, 500),
    {},
    "/v1/responses",
    { model: "openai/gpt-5-mini", input: prompt, tools: [{ type: "web_search" }] },
    150
  ],
  [
    "a fallback after a backend that was paid",
    ({ backend }) => (backend === "first" ? completion(" ", usage) : json({ error: {} }, 500)),
    { route: "[first, second]" },
    "/v1/sonar",
    chat(prompt, false),
    150
  ]
]

describe("a backend that is paid is paid by the group", () => {
  it.each(failures)("for %s", async (_, script, options, path, body, tokens) => {
    const server = await paidServer(script, options)
    for (let call = 0; call < failed; call++) await (await server.post(path, body)).text()
    const { tokens: counted, usd } = await server.spent()
    assert.strictEqual(counted, failed * tokens)
    assert.approximately(usd, failed * tokens * price, 1e-9)
  })

  it.each([
    ["a caller that hangs up", {}, false],
    ["a backend that does not answer in time", { timeout: 20 }, false],
    ["a stream that its caller drops", {}, true]
  ])("for %s: its prompt, and what was sent", async (_, options: PaidOptions, streams) => {
    const server = await paidServer(streams ? stalling : () => ({ isSilent: true }), options)
    const isLate = options.timeout !== undefined
    for (let call = 0; call < failed; call++) {
      const abort = new AbortController()
      const response = server.post("/v1/sonar", chat(prompt, streams), abort.signal).then(
        async (answered) => void (await (streams ? answered.body?.getReader().read() : answered.text())),
        () => undefined
      )
      if (streams) await response
      else if (!isLate) await until(() => server.calls.length === call + 1)
      if (!isLate) abort.abort()
      await response
    }
    // The circuit breaker opens when nobody is answered in time.
    const calls = isLate ? 10 : failed
    assert.lengthOf(server.calls, calls)
    const characters = prompt.length + (streams ? piece.length : 0)
    assert.isAtLeast((await server.spent()).usd, (calls * price * characters) / 4)
  })

  it("by our own count where it reports no usage", async () => {
    const server = await paidServer(({ body }) =>
      body.stream === true ? streamed(piece) : completion(piece, undefined)
    )
    const shown = []
    for (const stream of [false, true]) {
      const body = { ...chat(prompt, stream), max_tokens: 100, disable_search: true }
      const response = await server.post("/v1/sonar", body)
      const text = await response.text()
      shown.push(JSON.parse(stream ? (/.*data: (.*)\n\ndata: \[DONE\]/s.exec(text)?.[1] ?? "") : text).usage)
    }
    const [whole] = shown
    // A quarter of the bytes, and the names of the fields around them.
    assert.isAtLeast(whole.prompt_tokens, prompt.length / 4)
    assert.isAtMost(whole.prompt_tokens, prompt.length / 2)
    assert.strictEqual(whole.completion_tokens, piece.length / 4)
    assert.approximately(whole.cost.total_cost, whole.total_tokens * price, 1e-9)
    const { requests, tokens, usd } = await server.spent()
    assert.strictEqual(requests, 2)
    assert.strictEqual(tokens, shown[0].total_tokens + shown[1].total_tokens)
    assert.approximately(usd, tokens * price, 1e-9)
  })
})

describe("a budget", () => {
  /** What the backend wants for a call that it answers to the end. */
  const whole = (200 + 1_000) * price

  it("of five calls is not passed by eight streams that are cut", async () => {
    const server = await paidServer(stalling, { budget: 5 * whole })
    const refused = await cutAtOnce(server, 8)
    assert.isAtMost(server.calls.length, 5)
    assert.strictEqual(refused.length, 8 - server.calls.length)
    assert.include(await refused[0]?.text(), "reserved by its calls in progress")
    assert.isAtMost((await server.spent()).usd, 5 * whole)
  })

  it("that is spent in the middle of a run ends it with 429", async () => {
    const { calls, post, spent } = await paidServer(() => completion("", usage, { tool_calls: [search] }), {
      budget: 0.2
    })
    const body = { model: "openai/gpt-5-mini", input: prompt, tools: [{ type: "web_search" }] }
    const response = await post("/v1/responses", body)
    assert.include(await response.text(), "too_many_requests")
    assert.lengthOf(calls, 2)
    const { requests, usd } = await spent()
    assert.strictEqual(requests, 1)
    assert.approximately(usd, 0.3, 1e-9)
  })
})
