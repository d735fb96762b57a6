// Requests to decision servers, images of a state, and distributions: how far rounding excuses a sum.
import type { Question } from "@leadline/core/decisions"
import { InvalidRequestError } from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { distribution } from "../src/decisions/distribution.ts"
import { splitImages } from "../src/decisions/images.ts"
import { encode as encodeOpenai } from "../src/openai-decisions/encode.ts"
import { encode } from "../src/system-one/encode.ts"
import { flavorFor, flavors } from "../src/system-one/flavors.ts"

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

it("255 zeros, whose sum the rounding of two decimals excuses, are no distribution", () => {
  assert.isUndefined(distribution(Array<number>(255).fill(0), 2))
  const [first = 0, second = 0] = distribution([0.3, ...Array<number>(254).fill(0)], 2) ?? []
  assert.closeTo(first - second, 0.3, 1e-12)
})
