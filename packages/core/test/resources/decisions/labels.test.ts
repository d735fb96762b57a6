// What a message says of the labels of a question.
import { labelNames, labelsProblem } from "@leadline/core/reviews"
import { assert, describe, it } from "vitest"

const choiceOf = (options: ReadonlyArray<string>) => ({
  type: "choice" as const,
  criteria: Object.fromEntries(options.map((option) => [option, null]))
})

describe("a refused label", () => {
  it("gets a message with the options of its question", () => {
    const problem = labelsProblem({ team: choiceOf(["billing", "tech\nnical"]) }, { team: "sales" })
    assert.strictEqual(
      problem?.message,
      String.raw`labels: expected one of "billing", "tech\nnical" for a question of type choice`
    )
  })

  it("gets a message with the first options only, and the beginning of each", () => {
    const options = Array.from({ length: 255 }, (_, index) => `${index}`.padEnd(10_000, "é"))
    const names = labelNames(choiceOf(options))
    assert.match(names, /^"0é+…", .* or 247 more$/)
    assert.isBelow(names.length, 600)
  })
})
