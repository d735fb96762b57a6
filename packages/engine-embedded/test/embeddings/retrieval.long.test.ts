// Retrieval by all sizes and encodings of vectors, over all queries.
import { assert } from "vitest"
import { test } from "../support/engines.ts"
import { contextual, type Form, plain } from "./retrieval.ts"

test("short and packed vectors keep most of what whole ones find, and whole ones lose no document", function* () {
  const whole = yield* contextual({ size: "4b" })
  assert.isAtLeast(whole.document, (yield* plain({ size: "4b" })).document)
  assert.isAtLeast(whole.document, 0.95)
  const forms: ReadonlyArray<Form> = [
    { size: "4b", dimensions: 512 },
    { size: "0.6b", dimensions: 128 },
    { size: "4b", encoding_format: "base64_binary" }
  ]
  for (const form of forms)
    assert.isAtLeast((yield* contextual(form)).reciprocal, 0.85 * whole.reciprocal, JSON.stringify(form))
})
