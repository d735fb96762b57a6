// Streams of chat answers, in both modes.
import { assert, describe } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import { ask, create, events, tide } from "./support.ts"
import { test } from "../support/services.ts"

describe("a stream", () => {
  test("in full mode joins to the answer, with metadata where it is due", function* () {
    const all = yield* events(ask(tide))
    const last = all.at(-1)
    const whole = yield* create(ask(tide))
    assert.deepEqual(
      all.map(({ object }) => object),
      [...Array.from({ length: 10 }, () => "chat.completion.chunk"), "chat.completion.done"]
    )
    assert.strictEqual(
      all.map(({ choices: [choice] }) => choice?.delta.content).join(""),
      whole.choices[0]?.message.content
    )
    assert.deepEqual(last?.choices[0], {
      index: 0,
      delta: { role: "assistant", content: "" },
      message: { role: "assistant", content: "High water at Brest is at 06:12 on Saturday [1]." },
      finish_reason: "stop"
    })
    assert.deepEqual(last?.usage, whole.usage)
    assert.deepEqual(all[0], {
      id: last?.id ?? "",
      model: "sonar",
      created: last?.created ?? 0,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: { role: "assistant", content: "High" }, finish_reason: null }],
      citations: whole.citations ?? [],
      search_results: whole.search_results ?? [],
      usage: {
        prompt_tokens: 7,
        completion_tokens: 1,
        total_tokens: 8,
        search_context_size: "low",
        cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
      }
    })
    assert.isTrue(all.every(({ citations }) => citations?.length === whole.citations?.length))
    assert.deepEqual(
      all.map(({ search_results }) => search_results !== undefined),
      [true, ...Array.from({ length: 9 }, () => false), true]
    )
    assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
  })
  test("in concise mode shows steps of reasoning first, then bare text", function* () {
    const all = yield* events(ask(tide, { model: "sonar-reasoning-pro", stream_mode: "concise" }))
    const kinds = [...new Set(all.map(({ object }) => object))]
    assert.deepEqual(kinds, [
      "chat.reasoning",
      "chat.reasoning.done",
      "chat.completion.chunk",
      "chat.completion.done"
    ])
    const steps = all.flatMap(({ choices: [choice], object }) =>
      object === "chat.reasoning" ? (choice?.delta.reasoning_steps ?? []) : []
    )
    const done = all.find(({ object }) => object === "chat.reasoning.done")
    assert.deepEqual(done?.choices[0]?.message?.reasoning_steps, steps)
    assert.match(steps[0]?.thought ?? "", /^The search for "When is high water at Brest\?" gave 3 pages/)
    assert.isDefined(done?.search_results)
    const chunk = all.find(({ object }) => object === "chat.completion.chunk")
    assert.deepEqual(Object.keys(chunk ?? {}).toSorted(), ["choices", "created", "id", "model", "object"])
  })
  test("of other models: pro shows steps only when asked, deep research only their end, sonar nothing", function* () {
    const kinds = Effect.fnUntraced(function* (more: Partial<ChatRequest>) {
      const all = yield* events(ask(tide, { stream_mode: "concise", ...more }))
      return [...new Set(all.map(({ object }) => object))]
    })
    const plain = ["chat.completion.chunk", "chat.completion.done"]
    assert.deepEqual(yield* kinds({}), plain)
    assert.deepEqual(yield* kinds({ model: "sonar-pro" }), plain)
    assert.deepEqual(yield* kinds({ model: "sonar-pro", web_search_options: { search_type: "pro" } }), [
      "chat.reasoning",
      "chat.reasoning.done",
      ...plain
    ])
    assert.deepEqual(yield* kinds({ model: "sonar-deep-research" }), ["chat.reasoning.done", ...plain])
    assert.deepEqual(yield* kinds({ model: "sonar-reasoning-pro", stream_mode: "full" }), plain)
  })
})
