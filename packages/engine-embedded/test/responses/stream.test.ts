// Streams of responses.
import { assert } from "vitest"
import * as Effect from "effect/Effect"
import { answer, create, events, settled, tide, weather } from "./support.ts"
import { test } from "../support/services.ts"

test("a stream of a search comes in the documented order, without gaps", function* () {
  const all = yield* events({ input: tide, preset: "fast" })
  assert.deepEqual(
    all.map((event) => ("sequence_number" in event ? event.sequence_number : -1)),
    all.map((_, index) => index)
  )
  const deltas = all.map((event) => (event.type === "response.output_text.delta" ? event.delta : ""))
  assert.strictEqual(deltas.join(""), answer)
  const kinds = all
    .map(({ type }) => String(type).replace(/^response\./, ""))
    .filter((kind, index, every) => every[index - 1] !== kind)
  assert.deepEqual(kinds, [
    "created",
    "in_progress",
    "reasoning.started",
    "output_item.added",
    "reasoning.search_queries",
    "reasoning.search_results",
    "output_item.done",
    "reasoning.stopped",
    "output_item.added",
    "output_text.delta",
    "output_text.done",
    "output_item.done",
    "completed"
  ])
  const begun = { id: "resp_1", object: "response", created_at: 1, model: "fast", status: "in_progress" }
  assert.deepEqual(settled(all[1]), {
    type: "response.in_progress",
    sequence_number: 1,
    response: { ...begun, output: [] }
  })
  const last = all.at(-1)
  const whole = yield* create({ input: tide, preset: "fast" })
  assert.deepEqual(settled(last?.type === "response.completed" ? last.response : {}), settled(whole))
})

test("a stream of a function call has the whole arguments in its first event", function* () {
  const all = yield* events({
    input: "What is the weather in Paris?",
    model: "openai/gpt-5",
    tools: [weather]
  })
  const item = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "get_weather",
    arguments: '{"city":"Paris"}',
    status: "completed"
  }
  assert.deepEqual(settled(all.slice(2, 4)), [
    { type: "response.output_item.added", sequence_number: 2, output_index: 0, item },
    { type: "response.output_item.done", sequence_number: 3, output_index: 0, item }
  ])
})

test("a stream is refused before its first event when the request is wrong", function* () {
  const error = yield* Effect.flip(events({ input: tide, model: "no/model" }))
  assert.strictEqual(error._tag, "InvalidRequestError")
})
