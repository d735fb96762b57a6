// The usage of a call of a backend: as reported, within bounds, or by our own count.
import { assert, describe, it } from "vitest"
import { CallCount, countTokens } from "../../src/http/usage.ts"

/** A prompt of 100 tokens, and a text of 10. */
const prompt = "x".repeat(400)
const text = "y".repeat(40)

interface Given {
  readonly isWhole?: boolean
  readonly request?: unknown
}

const used = (usage: unknown, { isWhole = true, request = prompt }: Given = {}) => {
  const count = new CallCount(request)
  count.add({ choices: [{ delta: { content: text } }] })
  if (usage !== undefined) count.add({ choices: [], usage })
  return count.used(isWhole)
}

const limited = { request: { max_tokens: 50 } }
const mostInput = 4 * 100 + 16_384

const image = `data:image/png;base64,${"A".repeat(100_000)}`

describe("our own count", () => {
  const rows: ReadonlyArray<readonly [unknown, number]> = [
    ["abcd", 1],
    ["abcde", 2],
    ["東京", 2],
    [{ a: { a: ["abc"] }, "": null }, 3],
    [{ "": [image] }, 25_006],
    [{ messages: [{ content: [{ image_url: { url: image } }] }] }, 1_007],
    [{ state: [{ image_url: { url: image } }, { image_url: { url: image } }] }, 2_008],
    // A text that a model reads is no image, however it begins.
    [image, 25_006],
    [{ messages: [{ content: image, url: image }] }, 50_016],
    ["東".repeat(16 * 16_384), 3 * 4 * 16_384],
    [undefined, 0]
  ]

  it.each(rows.map(([value, tokens]) => [JSON.stringify(value)?.slice(0, 40), tokens, value] as const))(
    "of %s is %i",
    (_, tokens, value) => assert.strictEqual(countTokens(value), tokens)
  )
})

describe("the usage of a whole answer", () => {
  it.each<readonly [string, unknown, number, number]>([
    ["as it is reported", { prompt_tokens: 90, completion_tokens: 9 }, 90, 9],
    ["under the other names", { input_tokens: 90, output_tokens: 9 }, 90, 9],
    ["as the total, where it is all", { total_tokens: 90 }, 90, 10],
    ["at the least", { input_tokens: 1, output_tokens: 1 }, 1, 1],
    ["below the least: replaced", { input_tokens: 0, output_tokens: 0 }, 100, 10],
    ["at the most", { input_tokens: mostInput, output_tokens: 131_072 }, mostInput, 131_072],
    ["beyond the most: replaced", { input_tokens: mostInput + 1, output_tokens: 131_073 }, 100, 10],
    [
      "with reasoning that the total has alone",
      { prompt_tokens: 90, completion_tokens: 9, total_tokens: 200 },
      90,
      110
    ],
    [
      "without a total beyond the most",
      { prompt_tokens: 90, completion_tokens: 9, total_tokens: 1e6 },
      90,
      9
    ],
    ["missing: replaced", undefined, 100, 10]
  ])("%s", (_, usage, input, output) => {
    const { inputTokens, outputTokens } = used(usage)
    assert.deepStrictEqual([inputTokens, outputTokens], [input, output])
  })

  it.each([
    [50, 50],
    [51, 10]
  ])("of %i tokens where the request allows 50 is %i", (reported, counted) => {
    const usage = { input_tokens: 1, output_tokens: reported }
    assert.strictEqual(used(usage, limited).outputTokens, counted)
  })

  it.each([
    [10.01, 10.01],
    [10.010_001, undefined],
    [Infinity, undefined],
    ["1", undefined]
  ])("has a cost of %s USD as %s: of 10 tokens", (cost, counted) => {
    const tokens = { input_tokens: 5, output_tokens: 5 }
    assert.strictEqual(used({ ...tokens, cost }).cost, counted)
    assert.strictEqual(used({ ...tokens, cost: { total_cost: cost } }).cost, counted)
  })
})

describe("the usage of an answer that was cut", () => {
  it("is what came at least, and what is reported beyond", () => {
    const cut = { isWhole: false }
    assert.include(used({ input_tokens: 90, output_tokens: 9 }, cut), { inputTokens: 100, outputTokens: 10 })
    assert.include(used({ input_tokens: 110, output_tokens: 11 }, cut), {
      inputTokens: 110,
      outputTokens: 11
    })
    assert.include(used(undefined, cut), { inputTokens: 100, outputTokens: 10 })
  })

  it("has the tokens of which nothing came beside it, a whole answer has not", () => {
    const count = new CallCount(prompt)
    count.add({ choices: [{ delta: { content: text } }] })
    assert.strictEqual(count.used(false, 500).outputTokens, 510)
    assert.strictEqual(count.used(true, 500).outputTokens, 10)
  })
})
