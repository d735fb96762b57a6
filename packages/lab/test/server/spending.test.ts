// What the calls of a paid backend cost a group, whatever becomes of the request that made them.
import { assert, describe, it } from "vitest"
import { completion, json, type PaidOptions, paidServer, price, type Script, streamed } from "./paidServer.ts"
import { chat, until } from "./support.ts"

const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }
const prompt = "word ".repeat(80)
const piece = "tide ".repeat(40)
const dropped = 30
const failed = 12

/** Reads the first event of a stream, and hangs up. */
const drop = async (server: Awaited<ReturnType<typeof paidServer>>): Promise<number> => {
  const response = await server.post("/v1/sonar", chat(prompt, true))
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  return response.status
}

const structured = {
  ...chat(prompt, false),
  response_format: { type: "json_schema", json_schema: { schema: { type: "object" } } }
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
  ],
  [
    "an answer that does not fit the schema, and is asked for again",
    () => completion("no JSON", usage),
    {},
    "/v1/sonar",
    structured,
    300
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
    ["a caller that hangs up", true],
    ["a backend that does not answer in time", false]
  ])("for %s: its prompt", async (_, hangsUp) => {
    const server = await paidServer(() => ({ isSilent: true }))
    for (let call = 0; call < failed; call++) {
      const abort = new AbortController()
      const response = server.post("/v1/sonar", chat(prompt, false), abort.signal).then(
        (answered) => answered.text(),
        () => ""
      )
      await until(() => server.calls.length === call + 1)
      if (hangsUp) abort.abort()
      await response
    }
    assert.isAtLeast((await server.spent()).usd, (failed * price * prompt.length) / 4)
  })

  it("for streams that their callers drop: the prompt, and what was sent", async () => {
    const server = await paidServer(() => streamed([piece], undefined, "stalls"))
    for (let call = 0; call < dropped; call++) assert.strictEqual(await drop(server), 200)
    assert.isAtLeast((await server.spent()).usd, (dropped * price * (prompt.length + piece.length)) / 4)
  })
})
