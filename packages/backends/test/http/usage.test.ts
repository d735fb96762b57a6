// The usage of a call of a backend: as reported, within bounds, or by our own count.
import { assert, describe, it } from "vitest"
import { CallCount, countTokens } from "../../src/http/usage.ts"

/** Usage of a call with a prompt of 100 tokens, of which a text of 10 came. */
const used = (
  usage: unknown,
  {
    isWhole = true,
    request = "x".repeat(400),
    unseen = 0
  }: { isWhole?: boolean; request?: unknown; unseen?: number } = {}
) => {
  const count = new CallCount(request)
  count.add({ choices: [{ delta: { content: "y".repeat(40) } }] })
  if (usage !== undefined) count.add({ choices: [], usage })
  return count.used(isWhole, unseen)
}

const mostInput = 4 * 100 + 16_384
const image = `data:image/png;base64,${"A".repeat(100_000)}`
const part = { image_url: { url: image } }

describe("our own count", () => {
  const rows: ReadonlyArray<readonly [unknown, number]> = [
    ["abcd", 1],
    ["abcde", 2],
    ["東京", 2],
    [{ a: { a: ["abc"] }, "": null }, 3],
    [{ messages: [{ content: [part] }] }, 1_007],
    [{ state: [part, part] }, 2_008],
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
    ["as the total, where it is all", { total_tokens: 90 }, 90, 10],
    ["at the least, under the other names", { input_tokens: 1, output_tokens: 1 }, 1, 1],
    ["below the least: replaced", { input_tokens: 0, output_tokens: 0 }, 100, 10],
    ["at the most", { input_tokens: mostInput, output_tokens: 131_072 }, mostInput, 131_072],
    ["beyond the most: replaced", { input_tokens: mostInput + 1, output_tokens: 131_073 }, 100, 10],
    ["with reasoning of the total", { prompt_tokens: 90, completion_tokens: 9, total_tokens: 200 }, 90, 110],
    ["without a total too high", { prompt_tokens: 90, completion_tokens: 9, total_tokens: 1e6 }, 90, 9],
    ["missing: replaced", undefined, 100, 10]
  ])("%s", (_, usage, input, output) => {
    assert.include(used(usage), { inputTokens: input, outputTokens: output })
  })

  it("has no more tokens than the request allows", () => {
    const limited = { request: { max_tokens: 50 } }
    for (const [reported, counted] of [
      [50, 50],
      [51, 10]
    ])
      assert.strictEqual(used({ input_tokens: 1, output_tokens: reported }, limited).outputTokens, counted)
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

it.each<readonly [string, unknown, number, number, number]>([
  ["what came at least", { input_tokens: 90, output_tokens: 9 }, 0, 100, 10],
  ["what is reported beyond", { input_tokens: 110, output_tokens: 11 }, 0, 110, 11],
  ["our own count where nothing is reported", undefined, 0, 100, 10],
  ["the tokens, too, of which nothing came", undefined, 500, 100, 510]
])("the usage of an answer that was cut is %s", (_, usage, unseen, inputTokens, outputTokens) => {
  assert.include(used(usage, { isWhole: false, unseen }), { inputTokens, outputTokens })
  assert.isAtMost(used(undefined, { unseen }).outputTokens, 10)
})
