// What a message says of the labels of a question. Whole messages are in the reviews of the store.
import { labelNames } from "@leadline/core/reviews"
import { assert, it } from "vitest"

it("a message about a label has the first options only, and the beginning of each", () => {
  const options = Array.from({ length: 255 }, (_, index) => [`${index}`.padEnd(10_000, "é"), null])
  const names = labelNames({ type: "choice", criteria: Object.fromEntries(options) })
  assert.match(names, /^"0é+…", .* or 247 more$/)
  assert.isBelow(names.length, 600)
})
