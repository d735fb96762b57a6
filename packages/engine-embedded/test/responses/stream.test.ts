// Streams of responses. Numbers, texts and the last event: conformance.
import { assert } from "vitest"
import { responseEvents, test, tide } from "../support/services.ts"

test("a stream of a search comes in the documented order, and begins with the preset as its model", function* () {
  const all = yield* responseEvents({ input: tide, preset: "fast" })
  const kinds = all
    .map(({ type }) => String(type).replace(/^response\./, ""))
    .filter((kind, index, every) => every[index - 1] !== kind)
  const order =
    "created in_progress reasoning.started output_item.added reasoning.search_queries reasoning.search_results " +
    "output_item.done reasoning.stopped output_item.added output_text.delta output_text.done output_item.done completed"
  assert.strictEqual(kinds.join(" "), order)
  const begun = all[1]?.type === "response.in_progress" ? all[1].response : undefined
  assert.deepEqual([begun?.model, begun?.status, begun?.output], ["fast", "in_progress", []])
})
