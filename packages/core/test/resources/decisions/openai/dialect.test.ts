// OpenAI's Decisions to decisions and back.
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { fromDecisions, toDecisions } from "../../../../src/resources/decisions/openai/dialect.ts"
import type { InputItem } from "../../../../src/resources/decisions/openai/input.ts"
import type { Question } from "../../../../src/resources/decisions/openai/schema.ts"
import { stateOf } from "../../../../src/resources/decisions/openai/state.ts"

const url = "data:image/png;base64,QUJD"
const image = { type: "input_image", image_url: url } as const
const lifted = { type: "image_url", image_url: { url } }
const text = (words: string) => ({ type: "input_text", text: words }) as const
const json = (data: object) =>
  ({ type: "input_json", data: data as { readonly [name: string]: never } }) as const
const user = (content: Extract<InputItem, { readonly role: "user" }>["content"]) =>
  ({ role: "user", content }) as const

it("the state of an input is its text, or its parts; images stand between them, JSON that looks like one does not", () => {
  const states: ReadonlyArray<readonly [ReadonlyArray<InputItem>, unknown]> = [
    [
      [user([text("x"), { ...image, detail: "low" }])],
      ["x", { ...lifted, image_url: { url, detail: "low" } }]
    ],
    [[user([text("x"), json(lifted)])], ["x", [lifted]]],
    [
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
    ]
  ]
  for (const [input, state] of states) assert.deepStrictEqual<unknown>(stateOf(input), state)
})

const predicate = { type: "predicate", instructions: "Is it?" } as const

const translate = (questions: ReadonlyArray<Question>) =>
  Effect.runSync(
    toDecisions(
      { model: "jev-latest", input: "x", questions },
      { aliases: new Map([["jev-latest", "decider-27b"]]), own: () => [] }
    )
  )

it("questions become decisions with their words, under their names, or under free ones by their places", () => {
  const { requests } = translate([
    { ...predicate, instructions: [text("Is"), json({ it: 1 })] },
    { ...predicate, name: "q0" },
    { ...predicate, name: "__proto__" },
    {
      type: "choice",
      instructions: "Which?",
      choices: [{ value: true, description: "so" }, { value: "other" }]
    },
    { type: "score", instructions: "How?", levels: [{ label: "a" }, { label: "b", description: "more" }] }
  ])
  assert.strictEqual(requests[0]?.model, "decider-27b-v0")
  assert.deepStrictEqual<unknown>(Object.entries(requests[0]?.questions ?? {}), [
    ["q0_", { type: "noul", instructions: 'Is\n{"it":1}' }],
    ["q0", { type: "noul", instructions: "Is it?" }],
    ["__proto__", { type: "noul", instructions: "Is it?" }],
    ["q3", { type: "choice", instructions: "Which?", criteria: { true: "so", other: null } }],
    ["q4", { type: "score", instructions: "How?", criteria: ["a", "b: more"] }]
  ])
})

it.each([
  [128, 1],
  [129, 2]
])(
  "questions that are %i are divided into %i requests, and have the sum of their costs",
  (count, requests) => {
    const questions = Array.from({ length: count }, () => predicate)
    const translated = translate(questions)
    const usage = { input_tokens: 1, output_tokens: 0, cost: { total_cost: 0.25, currency: "USD" } }
    const responses = translated.requests.map(({ model }) => ({ model, answers: {}, usage }))
    const answer = fromDecisions({ model: "m", input: "x", questions }, translated, responses)
    assert.deepInclude(answer.usage as object, {
      total_tokens: requests,
      cost: { currency: "USD", total_cost: requests * 0.25 }
    })
  }
)
