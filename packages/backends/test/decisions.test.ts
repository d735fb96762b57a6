// Decisions: requests to decision servers, prompts to models, labels of tokens, and the arithmetic of answers.
import { type Ask, type Question } from "@leadline/core/decisions"
import { InvalidRequestError } from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { distribution, isLikeliest } from "../src/decisions/distribution.ts"
import { splitImages } from "../src/decisions/images.ts"
import { encode as encodeOpenai } from "../src/openai-decisions/encode.ts"
import { encode } from "../src/system-one/encode.ts"
import { flavorFor, flavors } from "../src/system-one/flavors.ts"
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { softmax } from "../src/decisions/tournament.ts"
import {
  geometricMean,
  makePriors,
  rotationsOf,
  temperatureOf,
  withoutPrior
} from "../src/openai-compatible/decisions/calibration.ts"
import { labelOfToken, labelsOf } from "../src/openai-compatible/decisions/labels.ts"
import { messagesOf, renderEvidence, renderTask } from "../src/openai-compatible/decisions/prompt.ts"

const call = (question: Question, state: unknown = "x", images: ReadonlyArray<string> = []) => ({
  model: "m",
  state: state as string,
  images,
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

describe("a request of System One", () => {
  it("has no blank state and no blank level where the server refuses them", () => {
    for (const server of ["ollama", "localai", "sglang"] as const) {
      for (const state of ["", " \n", {}, []])
        assert.deepInclude(encode(call(noul, state), flavors[server]), { state: "(empty)" })
      const sent = encode(call(score("", "b")), flavors[server])
      assert.deepNestedInclude(sent, { "questions.a.criteria": ["0", "b"] })
    }
    assert.deepInclude(encode(call(noul, ""), flavors.llamacpp), { state: "" })
  })

  it("keeps the tighter limits of some models", () => {
    assert.strictEqual(flavorFor("llamacpp", "openjev-7b.gguf").options, 52)
    assert.strictEqual(flavorFor("llamacpp", "julia-1").options, 255)
    assert.strictEqual(flavorFor("localai", "tev1").options, 24)
    assert.strictEqual(flavorFor("openrouter", "cloudflare/clef").images?.max, 4)
    assert.strictEqual(flavorFor("typesafe", "constructor").options, 255)
  })
})

const levels = (...criteria: ReadonlyArray<string | object>) =>
  JSON.stringify(Object(encodeOpenai(call(score(...criteria)))).questions[0].levels)

describe("a request of OpenAI's Decisions", () => {
  it("has images in their place", () => {
    const { input } = Object(encodeOpenai(call(noul, ["a", image("png"), { b: 1 }])))
    assert.deepStrictEqual(input[0].content, [
      { type: "input_text", text: "a" },
      { type: "input_image", image_url: image("png").image_url.url, detail: "low" },
      { type: "input_text", text: '{"b":1}' }
    ])
  })

  it("labels levels by their texts, and by their indexes where texts are equal or empty", () => {
    assert.strictEqual(levels("calm", { a: 1 }), '[{"label":"calm"},{"label":"{\\"a\\":1}"}]')
    assert.strictEqual(levels("a", "a"), '[{"label":"0","description":"a"},{"label":"1","description":"a"}]')
    assert.strictEqual(levels("calm", ""), '[{"label":"0","description":"calm"},{"label":"1"}]')
  })
})

it("an image of a state is of a format in any case, or refused with its place; deeper ones are content", () => {
  const as = { as: "dataUrls", formats: ["png", "jpeg"], max: 8 } as const
  const state = ["before", image("PNG"), { a: 1 }, image("webp")]
  assert.deepStrictEqual(splitImages(state.slice(0, 3), as), {
    state: ["before", { a: 1 }],
    images: ["data:image/PNG;base64,QUJD"]
  })
  const refusal = splitImages(state, as)
  assert.instanceOf(refusal, InvalidRequestError)
  assert.include(Object(refusal).message, "state[3]: expected an image of png or jpeg")
  for (const none of ["x", { image: image("png") }, [[image("png")]]])
    assert.deepStrictEqual(splitImages(none, undefined), { state: none, images: [] })
})

it("a distribution has a sum, and a likeliest option, within the rounding of two decimals and no further", () => {
  assert.isUndefined(distribution([0.5, 0.3, 0.17], 2))
  assert.isUndefined(distribution(Array<number>(255).fill(0), 2))
  const [first = 0, second = 0] = distribution([0.3, ...Array<number>(254).fill(0)], 2) ?? []
  assert.closeTo(first - second, 0.3, 1e-12)
  assert.isTrue(isLikeliest([0.46, 0.45, 0.09], 1, 2))
  assert.isFalse(isLikeliest([0.47, 0.45, 0.08], 1, 2))
  assert.isFalse(isLikeliest([0.46, 0.45, 0.09], 1, undefined))
})

const logs = (p: ReadonlyArray<number>) => p.map((one) => Math.log(one))

const close = (actual: ReadonlyArray<number>, wanted: ReadonlyArray<number>) => {
  assert.strictEqual(actual.length, wanted.length)
  for (const [index, value] of actual.entries()) assert.closeTo(value, wanted[index] ?? NaN, 1e-9)
}

it("the prompt has evidence, task and labels, byte for byte, with nothing after the colon", async () => {
  const options = [
    { name: "billing", description: "Invoices and refunds" },
    { name: "technical", description: { area: "bugs" } },
    { name: "sales", description: null }
  ]
  const choice: Ask = { type: "choice", instructions: "Who handles this?", options }
  const evidence = await Effect.runPromise(renderEvidence(["I was charged twice.", { b: 1, a: [2] }]))
  const [, user] = messagesOf(evidence, renderTask(choice, { options: [0, 1, 2] }))
  // Objects are compact JSON in the caller's order, and a blank line is between elements.
  const text = 'I was charged twice.\n\n{"b":1,"a":[2]}'
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 12)
  assert.deepStrictEqual(user, {
    role: "user",
    content: `#evidence ${mark}
${text}
#end ${mark}

#task
Who handles this?

#labels
A billing: Invoices and refunds
B technical: {"area":"bugs"}
C sales

Label:`
  })
})

describe("labels", () => {
  it.each([
    ["choice", 4, " B", 1],
    ["choice", 4, "**(C).", 2],
    ["choice", 4, "E", -1],
    ["noul", 2, "Yes", 0],
    ["noul", 2, "Y", 0],
    ["noul", 2, "not", -1],
    ["score", 3, "2", 2],
    ["score", 3, "3", -1]
  ] as const)("of a %s with %i options: %j is %i", (type, count, token, label) => {
    assert.strictEqual(labelOfToken(labelsOf(type, count), token), label)
  })

  it("a token that begins two labels counts for none", () => {
    const labels = { labels: ["alpha", "also"], ignoreCase: false }
    assert.deepStrictEqual([labelOfToken(labels, "al"), labelOfToken(labels, "alp")], [-1, 0])
  })
})

describe("calibration", () => {
  it("has the geometric mean of two orders, and takes a prior out to three quarters", () => {
    const both = geometricMean([logs([0.6, 0.3, 0.1]), logs([0.3, 0.5, 0.2])])
    close(softmax(both), [0.445195487, 0.406406018, 0.148398496])
    const without = withoutPrior(logs([0.5, 0.3, 0.2]), [0.6, 0.2, 0.2])
    close(softmax(without), [0.304923875, 0.417045675, 0.27803045])
  })

  it("uses a prior from the eighth input of its question on, in its key group alone", () => {
    const priors = makePriors()
    const ask = { type: "noul", instructions: "x", options: [] } as const
    const weights = logs([0.8, 0.2])
    for (let input = 1; input < 8; input++) assert.strictEqual(priors("a", ask, weights), weights)
    close(softmax(priors("a", ask, weights)), softmax(withoutPrior(weights, [0.8, 0.2])))
    assert.strictEqual(priors("a", { ...ask, instructions: "y" }, weights), weights)
    assert.strictEqual(priors("b", ask, weights), weights)
  })

  it("spreads rotations evenly, at most one per option", () => {
    assert.deepStrictEqual(rotationsOf(4, 2), [
      [0, 1, 2, 3],
      [2, 3, 0, 1]
    ])
    assert.strictEqual(rotationsOf(3, 16).length, 3)
  })

  const table = { noul: 1.5, choice: { "3-5": 2, "32-255": 100 }, score: { "2": 0.01 } }
  it.each([
    ["noul", 2, 1.5],
    ["choice", 5, 2],
    ["choice", 255, 8],
    ["score", 2, 0.25]
  ] as const)(
    "looks temperatures up by kind and number of options, clamped: %s %i",
    (type, count, expected) => {
      const options = Array.from({ length: count }, () => ({ name: "", description: null }))
      assert.strictEqual(temperatureOf(table, { type, instructions: null, options }), expected)
    }
  )
})
