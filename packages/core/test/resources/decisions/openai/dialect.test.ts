// OpenAI's Decisions to decisions and back.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { fromDecisions, toDecisions } from "../../../../src/resources/decisions/openai/dialect.ts"
import type { InputItem } from "../../../../src/resources/decisions/openai/input.ts"
import type { OpenAiRequest, Question } from "../../../../src/resources/decisions/openai/schema.ts"
import { stateOf } from "../../../../src/resources/decisions/openai/state.ts"

const url = "data:image/png;base64,QUJD"
const image = { type: "input_image", image_url: url } as const
const lifted = { type: "image_url", image_url: { url } }
const text = (words: string) => ({ type: "input_text", text: words }) as const
const json = (data: object) =>
  ({ type: "input_json", data: data as { readonly [name: string]: never } }) as const
const user = (content: Extract<InputItem, { readonly role: "user" }>["content"]) =>
  ({ role: "user", content }) as const

describe("the state of an input", () => {
  it.each<readonly [string, string | ReadonlyArray<InputItem>, unknown]>([
    ["a message of one part of text", [user([text("x")])], "x"],
    [
      "images, with the detail that decisions know",
      [
        user([
          { ...image, detail: "low" },
          { ...image, detail: "original" }
        ])
      ],
      [{ ...lifted, image_url: { url, detail: "low" } }, lifted]
    ],
    ["JSON that looks like one, among others", [user([text("x"), json(lifted)])], ["x", [lifted]]],
    [
      "images between the parts of one of several messages",
      [
        { role: "system", content: "Be fair." },
        user([text("a"), image, text("b")]),
        { role: "assistant", content: [{ type: "refusal", refusal: "no" }] }
      ],
      [
        { role: "system", content: "Be fair." },
        { role: "user", content: "a" },
        lifted,
        { role: "user", content: "b" },
        { role: "assistant", content: "no" }
      ]
    ],
    [
      "calls and outputs",
      [
        { type: "function_call", call_id: "c", name: "f", arguments: "{}", id: "i", status: "completed" },
        { type: "function_call_output", call_id: "c", output: [text("x"), image] },
        { type: "custom_tool_call", call_id: "d", name: "g", namespace: "n", input: "y" },
        { type: "custom_tool_call_output", call_id: "d", output: "z" }
      ],
      [
        { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: "c", output: "x" },
        lifted,
        { type: "custom_tool_call", call_id: "d", name: "g", namespace: "n", input: "y" },
        { type: "custom_tool_call_output", call_id: "d", output: "z" }
      ]
    ]
  ])("of %s", (_name, input, state) => {
    assert.deepStrictEqual<unknown>(stateOf(input), state)
  })
})

const predicate = { type: "predicate", instructions: "Is it?" } as const

const translate = (questions: ReadonlyArray<Question>) =>
  Effect.runSync(
    toDecisions(
      { model: "jev-latest", input: "x", questions },
      { aliases: new Map([["jev-latest", "decider-27b"]]), own: () => [] }
    )
  )

describe("questions", () => {
  it("become decisions under their names, or under free ones by their places", () => {
    const { requests } = translate([
      predicate,
      { ...predicate, name: "q0" },
      { ...predicate, name: "" },
      { ...predicate, name: "__proto__" },
      { ...predicate, name: null }
    ])
    assert.deepStrictEqual(Object.keys(requests[0]?.questions ?? {}), ["q0_", "q0", "q2", "__proto__", "q4"])
    assert.strictEqual(requests[0]?.model, "decider-27b-v0")
  })

  it("have their words", () => {
    const { requests } = translate([
      { ...predicate, instructions: [text("Is"), json({ it: 1 })] },
      {
        type: "choice",
        instructions: "Which?",
        choices: [{ value: true, description: "so" }, { value: "other" }]
      },
      { type: "score", instructions: "How?", levels: [{ label: "a" }, { label: "b", description: "more" }] }
    ])
    assert.deepStrictEqual<unknown>(requests[0]?.questions, {
      q0: { type: "noul", instructions: 'Is\n{"it":1}' },
      q1: { type: "choice", instructions: "Which?", criteria: { true: "so", other: null } },
      q2: { type: "score", instructions: "How?", criteria: ["a", "b: more"] }
    })
  })

  it.each([
    [128, 1],
    [129, 2],
    [400, 4]
  ])("that are %i are divided into %i requests, and have the sum of their costs", (count, requests) => {
    const questions = Array.from({ length: count }, () => predicate)
    const translated = translate(questions)
    const usage = { input_tokens: 1, output_tokens: 0, cost: { total_cost: 0.25, currency: "USD" } }
    const responses = translated.requests.map(({ model }) => ({ model, answers: {}, usage }))
    const answer = fromDecisions({ model: "m", input: "x", questions }, translated, responses)
    assert.deepInclude(answer.usage as object, {
      total_tokens: requests,
      cost: { currency: "USD", total_cost: requests * 0.25 }
    })
  })

  it("of booleans and integer-like values are answered by them, in the order of the request", () => {
    const question = {
      type: "choice",
      instructions: "x",
      choices: [{ value: "10" }, { value: false }, { value: "2" }]
    } as const
    const request: OpenAiRequest = { model: "m", input: "x", questions: [question] }
    const translated = translate(request.questions)
    const probabilities = { "2": 0.2, "10": 0.3, false: 0.5 }
    const q0 = { type: "choice", choice: "false", confidence: 0.25, probabilities } as const
    const usage = { input_tokens: 0, output_tokens: 0 }
    const { answers } = fromDecisions(request, translated, [{ model: "m", answers: { q0 }, usage }])
    const chances: ReadonlyArray<readonly [unknown, number]> = [
      ["10", 0.3],
      [false, 0.5],
      ["2", 0.2]
    ]
    assert.deepInclude<unknown>(answers[0], {
      choice: false,
      probabilities: chances.map(([value, probability]) => ({ value, probability }))
    })
  })
})
