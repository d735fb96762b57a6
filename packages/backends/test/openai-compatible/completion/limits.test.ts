// Answers of a model server that are too long, or call too many functions: they are bad gateways, and not read on.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as limits from "../../../src/openai-compatible/completion/limits.ts"
import { makeReader } from "../../../src/openai-compatible/completion/reader.ts"
import { modelTransport, searchOf, servicesOf } from "../../support/modelScript.ts"
import { call, callReply, question, use } from "../../support/responsesScript.ts"
import { test } from "../../support/effects.ts"

const f = { type: "function", name: "f" } as const

const calls = (count: number) => Array.from({ length: count }, (_, at) => call("f", {}, `call ${at}`))

/** A model that calls so many functions at once. */
const calling = (count: number) => use((body) => callReply(body, ...calls(count)))

describe("an answer", () => {
  test(`calls ${limits.toolCalls} functions at most, streamed or not`, function* () {
    const request = { ...question, tools: [f] }
    const most = calling(limits.toolCalls)
    const { output, status } = yield* most.create(request)
    assert.deepStrictEqual([status, output.length], ["requires_action", limits.toolCalls])
    assert.strictEqual((yield* most.stream(request)).at(-1)?.type, "response.completed")
    const more = calling(limits.toolCalls + 1)
    assert.strictEqual((yield* Effect.flip(more.create(request)))._tag, "ConnectionError")
    const last = (yield* more.stream(request)).at(-1)
    assert.isTrue(last?.type === "response.failed" && last.error?.code === "502")
  })

  test.each([
    ["text", { content: "x".repeat(limits.length) }, { content: "x" }],
    ["reasoning", { reasoning: "x".repeat(limits.length) }, { reasoning: "x" }],
    [
      "arguments",
      { tool_calls: [{ index: 0, function: { name: "f", arguments: "x".repeat(limits.length) } }] },
      { tool_calls: [{ index: 0, function: { arguments: "x" } }] }
    ]
  ])("has so many characters at most: %s", function* ([, most, more]) {
    const reader = makeReader(new Set())
    reader.add({ choices: [{ delta: most, finish_reason: "stop" }] })
    assert.isUndefined(reader.problem())
    reader.add({ choices: [{ delta: more }] })
    assert.strictEqual(reader.problem(), `it has over ${limits.length} characters`)
    assert.strictEqual(reader.end()._tag, "Failure")
    yield* Effect.void
  })

  test("that has a limit behind it is not read on", function* () {
    const delta = { choices: [{ index: 0, delta: { tool_calls: calls(limits.toolCalls + 1) } }] }
    const model = modelTransport(() => ({ events: [delta], hangs: true }))
    const { responses } = yield* servicesOf(model, searchOf(0))
    const events = yield* responses.stream({ ...question, tools: [f] })
    const last = (yield* Stream.runCollect(events)).at(-1)?.type
    assert.deepStrictEqual([last, model.seen.aborted], ["response.failed", 1])
  })

  test("may begin with blanks, of which each is looked at a few times", function* () {
    const reader = makeReader(new Set())
    for (let at = 0; at < 300_000; at++) reader.add({ choices: [{ delta: { content: " " } }] })
    reader.add({ choices: [{ delta: { content: "Six." }, finish_reason: "stop" }] })
    assert.strictEqual(reader.end()._tag, "Success")
    yield* Effect.void
  })
})
