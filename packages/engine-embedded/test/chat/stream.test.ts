// Streams of chat answers, in both modes.
import { assert } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import { ask, create, events } from "./support.ts"
import { test, tide } from "../support/services.ts"

test("a full stream has citations and usage in every chunk, search results in the first and last, and the answer's end", function* () {
  const all = yield* events(ask(tide))
  const whole = yield* create(ask(tide))
  const last = all.at(-1)
  const { created = 0, id = "" } = last ?? {}
  assert.deepEqual<object | undefined>(last, { ...whole, id, created, object: "chat.completion.done" })
  assert.deepInclude(all[0]?.usage, { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 })
  assert.deepEqual(
    all.map(({ citations, search_results }) => [citations?.length, search_results !== undefined]),
    all.map((_, at) => [1, at === 0 || at === all.length - 1])
  )
})

test("a concise stream has its steps of reasoning again at their end", function* () {
  const all = yield* events(ask(tide, { model: "sonar-reasoning-pro", stream_mode: "concise" }))
  const steps = all.flatMap(({ choices: [choice], object }) =>
    object === "chat.reasoning" ? (choice?.delta.reasoning_steps ?? []) : []
  )
  assert.strictEqual(steps[0]?.thought, `New pages for "${tide}": 3.`)
  const done = all.find(({ object }) => object === "chat.reasoning.done")
  assert.deepEqual(done?.choices[0]?.message?.reasoning_steps, steps)
  assert.isDefined(done?.search_results)
})

const [step, end] = ["chat.reasoning", "chat.reasoning.done"]
test.each<readonly [Partial<ChatRequest>, ReadonlyArray<string>]>([
  [{ model: "sonar-pro", web_search_options: { search_type: "pro" } }, [step, end]],
  [{ model: "sonar-deep-research" }, [end]],
  [{ model: "sonar-reasoning-pro", stream_mode: "full" }, []]
])("a concise stream of %j begins with %j", function* ([more, kinds]) {
  const all = yield* events(ask(tide, { stream_mode: "concise", ...more }))
  assert.deepEqual(
    [...new Set(all.map(({ object }) => object))],
    [...kinds, "chat.completion.chunk", "chat.completion.done"]
  )
})
