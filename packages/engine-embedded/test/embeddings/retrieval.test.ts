// Retrieval of chunks that do not name their subject: context finds them, on queries nothing was fitted to.
import { assert, it } from "vitest"
import { test } from "../support/engines.ts"
import { contextual, heldOut, ownSet, plain } from "./retrieval.ts"

it("the own set has 50 queries over 17 documents, each with a chunk to find", () => {
  assert.isAtLeast(ownSet.queries.length, 50)
  for (const { chunk, document, query } of ownSet.queries) {
    const found = ownSet.documents.find(({ id }) => id === document)
    assert.isString(found?.chunks[chunk], query)
  }
})

test("context finds the right chunk three times as often, and does not lose the document", function* () {
  const alone = yield* plain({ size: "0.6b" }, heldOut)
  const whole = yield* contextual({ size: "0.6b" }, heldOut)
  assert.isAtLeast(whole.first, 3 * alone.first)
  assert.isAtLeast(whole.first, 0.45)
  assert.isAbove(whole.reciprocal, alone.reciprocal + 0.25)
  assert.isAtLeast(whole.document, alone.document)
  assert.isAtLeast(whole.document, 0.95)
  const short = yield* contextual({ size: "0.6b", dimensions: 128 }, heldOut)
  assert.isAtLeast(short.reciprocal, 0.85 * whole.reciprocal)
})
