// Decisions: requests to decision servers, prompts to models, labels of tokens, and the arithmetic of answers.
import { type Ask, type Question } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { distribution, isLikeliest } from "../src/decisions/distribution.ts"
import { splitImages } from "../src/decisions/images.ts"
import { softmax } from "../src/decisions/tournament.ts"
import * as calibration from "../src/openai-compatible/decisions/calibration.ts"
import { labelOfToken, labelsOf } from "../src/openai-compatible/decisions/labels.ts"
import { messagesOf, renderEvidence, renderTask } from "../src/openai-compatible/decisions/prompt.ts"
import { encode as encodeOpenai } from "../src/openai-decisions/encode.ts"
import { encode } from "../src/system-one/encode.ts"
import { flavors } from "../src/system-one/flavors.ts"

const call = (question: Question, state: unknown = "x") => ({
  model: "m",
  state: state as string,
  images: [],
  questions: [{ name: "a", questionName: "a", question }]
})

const noul: Question = { type: "noul", instructions: "Is it?" }
const score = (...criteria: ReadonlyArray<string | object>): Question => ({
  type: "score",
  criteria: criteria as never
})

const image = (format: string) => ({
  type: "image_url",
  image_url: { url: `data:image/${format};base64,QUJD`, detail: "low" }
})

it("a request of System One has no blank state and no blank level where the server refuses them", () => {
  for (const state of ["", " \n", {}, []])
    assert.deepInclude(encode(call(noul, state), flavors.ollama), { state: "(empty)" })
  const sent = encode(call(score("", "b")), flavors.ollama)
  assert.deepNestedInclude(sent, { "questions.a.criteria": ["0", "b"] })
  assert.deepInclude(encode(call(noul, ""), flavors.llamacpp), { state: "" })
})

describe("a request of OpenAI's Decisions", () => {
  it("has images in their place", () => {
    const { input } = Object(encodeOpenai(call(noul, ["a", image("png"), { b: 1 }])))
    assert.deepStrictEqual(input[0].content, [
      { type: "input_text", text: "a" },
      { type: "input_image", image_url: image("png").image_url.url, detail: "low" },
      { type: "input_text", text: '{"b":1}' }
    ])
  })

  it.each([
    [["calm", { a: 1 }], '[{"label":"calm"},{"label":"{\\"a\\":1}"}]'],
    [["a", "a"], '[{"label":"0","description":"a"},{"label":"1","description":"a"}]'],
    [["calm", ""], '[{"label":"0","description":"calm"},{"label":"1"}]']
  ])("labels levels by their texts, or by indexes where these are equal or empty: %j", (criteria, levels) => {
    assert.strictEqual(
      JSON.stringify(Object(encodeOpenai(call(score(...criteria)))).questions[0].levels),
      levels
    )
  })
})

it("an image of a state is of a format in any case, or refused with its place; deeper ones are content", () => {
  const as = { as: "dataUrls", formats: ["png", "jpeg"], max: 8 } as const
  const { message } = Object(splitImages(["before", image("PNG"), image("webp")], as))
  assert.include(message, "state[2]: expected an image of png or jpeg")
  const deep = [[image("png")]]
  assert.deepStrictEqual(splitImages(deep, undefined), { state: deep, images: [] })
})

it("a distribution has a sum, and a likeliest option, within the rounding of two decimals and no further", () => {
  assert.isUndefined(distribution([0.5, 0.3, 0.17], 2))
  const [first = 0, second = 0] = distribution([0.3, ...Array<number>(254).fill(0)], 2) ?? []
  assert.closeTo(first - second, 0.3, 1e-12)
  assert.isTrue(isLikeliest([0.46, 0.45, 0.09], 1, 2))
  assert.isFalse(isLikeliest([0.47, 0.45, 0.08], 1, 2))
  assert.isFalse(isLikeliest([0.46, 0.45, 0.09], 1, undefined))
})

it("the prompt has evidence, task and labels, byte for byte, with nothing after the colon", async () => {
  const options = [
    { name: "billing", description: "Invoices and refunds" },
    { name: "technical", description: { area: "bugs" } },
    { name: "sales", description: null }
  ]
  const choice: Ask = { type: "choice", instructions: "Who handles this?", options }
  const evidence = await Effect.runPromise(renderEvidence(["I was charged twice.", { b: 1, a: [2] }]))
  const [, user] = messagesOf(evidence, renderTask(choice, { options: [0, 1, 2] }))
  // The mark is the beginning of the SHA-256 of the text.
  assert.propertyVal(
    user,
    "content",
    `#evidence cdc672b29ce4
I was charged twice.

{"b":1,"a":[2]}
#end cdc672b29ce4

#task
Who handles this?

#labels
A billing: Invoices and refunds
B technical: {"area":"bugs"}
C sales

Label:`
  )
})

it.each([
  ["choice", 4, " B", 1],
  ["choice", 4, "**(C).", 2],
  ["choice", 4, "E", -1],
  ["noul", 2, "Y", 0],
  ["noul", 2, "not", -1],
  ["score", 3, "3", -1]
] as const)("of the labels of %s with %i options, %j is %i", (type, count, token, label) => {
  assert.strictEqual(labelOfToken(labelsOf(type, count), token), label)
})

it("a token that begins two labels counts for none", () => {
  const labels = { labels: ["alpha", "also"], ignoreCase: false }
  assert.deepStrictEqual([labelOfToken(labels, "al"), labelOfToken(labels, "alp")], [-1, 0])
})

const logs = (...p: ReadonlyArray<number>) => p.map((one) => Math.log(one))

const close = (weights: ReadonlyArray<number>, ...wanted: ReadonlyArray<number>) => {
  for (const [index, value] of softmax(weights).entries()) assert.closeTo(value, wanted[index] ?? NaN, 1e-9)
}

describe("calibration", () => {
  it("has the geometric mean of two orders, and takes a prior out to three quarters", () => {
    const both = calibration.geometricMean([logs(0.6, 0.3, 0.1), logs(0.3, 0.5, 0.2)])
    close(both, 0.445195487, 0.406406018, 0.148398496)
    close(
      calibration.withoutPrior(logs(0.5, 0.3, 0.2), [0.6, 0.2, 0.2]),
      0.304923875,
      0.417045675,
      0.27803045
    )
  })

  it("uses a prior from the eighth input of its question on, in its key group alone", () => {
    const priors = calibration.makePriors()
    const ask = { type: "noul", instructions: "x", options: [] } as const
    const weights = logs(0.8, 0.2)
    for (let input = 1; input < 8; input++) assert.strictEqual(priors("a", ask, weights), weights)
    close(priors("a", ask, weights), ...softmax(calibration.withoutPrior(weights, [0.8, 0.2])))
    assert.strictEqual(priors("a", { ...ask, instructions: "y" }, weights), weights)
    assert.strictEqual(priors("b", ask, weights), weights)
  })

  it("looks temperatures up by kind and number of options, clamped", () => {
    const table = { noul: 1.5, choice: { "3-5": 2, "32-255": 100 }, score: { "2": 0.01 } }
    for (const [type, count, expected] of [
      ["noul", 2, 1.5],
      ["choice", 5, 2],
      ["choice", 255, 8],
      ["score", 2, 0.25]
    ] as const) {
      const options = Array.from({ length: count }, () => ({ name: "", description: null }))
      const temperature = calibration.temperatureOf(table, { type, instructions: null, options })
      assert.strictEqual(temperature, expected)
    }
  })
})
