// Token counts, truncation, deltas and costs of answers.
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  countAllTokens,
  countTokens,
  splitDeltas,
  truncateText
} from "../../src/question-answering/outputText.ts"
import { chatCost, chatPrices, responseCost } from "../../src/question-answering/prices.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { test } from "../support/engines.ts"

const any = fc.string({ unit: "binary", maxLength: 200 })

describe("tokens", () => {
  it.each([
    ["High water is at 06:12 [1].", 9],
    ["", 0],
    ["antidisestablishmentarianism", 3],
    ["潮は六時に", 3]
  ])("words, times and signs count one each: %j is %d", (text, count) =>
    assert.strictEqual(countTokens(text), count)
  )

  test("a long text counted in slices has the same count", function* () {
    const text = "High water is at 06:12. ".repeat(5_000)
    assert.strictEqual(yield* countAllTokens([text, ""], makeTimeSlicer()), countTokens(text))
  })
})

describe("a cut", () => {
  const whole = "High water is at 06:12 [1]."

  it.each([
    ["after the last token allowed", 2, [], "High water", "length"],
    ["one token before the end", 8, [], "High water is at 06:12 [1]", "length"],
    ["that takes nothing away", 9, [], whole, "stop"],
    ["by stop strings that do not occur", undefined, ["", "low"], whole, "stop"],
    ["at the first stop string, which it leaves out", 9, ["06", " is"], "High water", "stop"],
    ["by tokens before a stop string", 2, ["06"], "High water", "length"]
  ])("%s", (_title, maxTokens, stop, text, reason) => {
    assert.deepEqual(truncateText(whole, { maxTokens, stop }), { text, reason })
  })

  it("never holds more tokens than allowed", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 20 }), (text, maxTokens) => {
        const cut = truncateText(text, { maxTokens, stop: [] })
        assert.isAtMost(countTokens(cut.text), maxTokens)
        assert.isTrue(text.startsWith(cut.text))
      })
    )
  })
})

it("deltas are words with the blanks before them, and joined are the text", () => {
  assert.deepEqual(splitDeltas("High  water\nis [1]. "), ["High", "  water", "\nis", " [1].", " "])
  fc.assert(fc.property(any, (text) => assert.strictEqual(splitDeltas(text).join(""), text)))
})

it("deltas of a long text are longer, not more than 512", () => {
  const text = "a\u{1f600}".repeat(500_000)
  const deltas = splitDeltas(text)
  assert.isAtMost(deltas.length, 512)
  assert.isTrue(deltas.every((delta) => delta.isWellFormed()))
  assert.strictEqual(deltas.join(""), text)
})

describe("the cost", () => {
  const research = { input: 33, output: 7163, citation: 20_016, reasoning: 73_997, searches: 21 }

  it.each([
    [
      "sonar",
      { input: 6, output: 1, context: "low", searches: 1 },
      { input_tokens_cost: 0.000006, output_tokens_cost: 0.000001, request_cost: 0.005, total_cost: 0.005007 }
    ],
    [
      "sonar-pro",
      { input: 12, output: 34, context: "medium" },
      { input_tokens_cost: 0.000036, output_tokens_cost: 0.00051, request_cost: 0.01, total_cost: 0.010546 }
    ],
    [
      "sonar-pro",
      { input: 0, output: 0, context: "high", pro: true },
      { input_tokens_cost: 0, output_tokens_cost: 0, request_cost: 0.022, total_cost: 0.022 }
    ],
    [
      "sonar-deep-research",
      { ...research, context: "low" },
      {
        input_tokens_cost: 0.000066,
        output_tokens_cost: 0.057304,
        citation_tokens_cost: 0.040032,
        reasoning_tokens_cost: 0.221991,
        search_queries_cost: 0.105,
        total_cost: 0.424393
      }
    ],
    [
      "sonar",
      { input: 6, output: 1 },
      { input_tokens_cost: 0.000006, output_tokens_cost: 0.000001, total_cost: 0.000007 }
    ]
  ] as const)("of %s for %j is what was worked out by hand", (model, use, expected) => {
    const price = chatPrices[model] ?? { input: Number.NaN, output: Number.NaN }
    assert.deepEqual(chatCost(price, use), expected)
  })

  it("of a response is tokens and tool calls, rounded half up to nine decimals", () => {
    const use = { input: 3, output: 1, search_web: 2, fetch_url: 1, finance_search: 4 }
    assert.deepEqual(responseCost({ inputPrice: 0.0625, outputPrice: 0.0005 }, use), {
      currency: "USD",
      input_cost: 0.000000188,
      output_cost: 0.000000001,
      tool_calls_cost: 0.0105,
      total_cost: 0.010500189
    })
  })
})
