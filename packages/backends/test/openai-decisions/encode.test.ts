// Requests of OpenAI's Decisions.
import type { Question } from "@leadline/core/decisions"
import { assert, describe, it } from "vitest"
import { encode } from "../../src/openai-decisions/encode.ts"

const image = { type: "image_url", image_url: { url: "data:image/png;base64,QUJD", detail: "low" } }

const sent = (questions: { readonly [name: string]: Question }, state: unknown = "x") =>
  encode({
    model: "m",
    state: state as string,
    images: [],
    questions: Object.entries(questions).map(([name, question]) => ({ name, questionName: name, question }))
  }) as { readonly input: unknown; readonly questions: ReadonlyArray<unknown> }

const levels = (criteria: ReadonlyArray<string | object>) =>
  (sent({ a: { type: "score", criteria: criteria as never } }).questions[0] as { levels: unknown }).levels

const noul: Question = { type: "noul", instructions: "Is it?" }

describe("a request of OpenAI's Decisions", () => {
  it("has images in their place", () => {
    assert.deepStrictEqual(sent({ noul }, ["a", image, { b: 1 }]).input, [
      {
        role: "user",
        content: [
          { type: "input_text", text: "a" },
          { type: "input_image", image_url: image.image_url.url, detail: "low" },
          { type: "input_text", text: '{"b":1}' }
        ]
      }
    ])
  })

  it("labels levels by their texts, and by their indexes where texts are equal or empty", () => {
    assert.deepStrictEqual(levels(["calm", { a: 1 }]), [{ label: "calm" }, { label: '{"a":1}' }])
    assert.deepStrictEqual(levels(["calm", "calm"]), [
      { label: "0", description: "calm" },
      { label: "1", description: "calm" }
    ])
    assert.deepStrictEqual(levels(["calm", ""]), [{ label: "0", description: "calm" }, { label: "1" }])
  })
})
