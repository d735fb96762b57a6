// Wire cases of System One: where it differs from decisions, and that the rest is the same.
import {
  casesWith,
  detail,
  identified,
  refusalsWith,
  unauthorized,
  uuid,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"
import { noul, png } from "./decisions.ts"

const path = "/v1/systemone"
const yes = { type: "noul", noul: 0.7310585786300049 }
const both = { ...identified, "x-typesafe-request-id": uuid }

const made = casesWith("systemone: ", { path, answerHeaders: both })
const answered = (name: string, body: object, answer: WireCase["answer"], headers = {}) =>
  made(name, body, 200, answer, { answerHeaders: { ...both, ...headers } })

const ask = (questions: unknown, rest: object = {}) => ({ state: "", questions, ...rest })
const usage = { input_tokens: 116, output_tokens: 0 }
const one = { model: "decider-27b-v0", answers: { a: yes }, usage }

const image = {
  type: "image_url",
  image_url: { url: png, detail: "low", more: 1 },
  more: { type: "image_url" }
}

const successes: ReadonlyArray<WireCase> = [
  answered("without a model the current version answers", ask({ a: noul }), one),
  ...["decider-27b", "decider-27b-v0", "jev-latest"].map((model) =>
    answered(`the model ${model} is answered as the version it means`, ask({ a: noul }, { model }), one)
  ),
  answered(
    "unknown fields are ignored at any level",
    ask(
      {
        a: { ...noul, weight: 1, criteria: { yes: "x", true: "so", other: 3 } },
        b: { type: "choice", criteria: { only: null }, multi: true }
      },
      { top_k: 1, temperature: null, state: [image] }
    ),
    {
      ...one,
      answers: { a: yes, b: { type: "choice", choice: "only", confidence: 1, probabilities: { only: 1 } } }
    },
    { "x-leadline-notice": "images-ignored" }
  ),
  answered(
    "levels without a description have null in the legend",
    ask({ a: { type: "score", criteria: [null, "cross"] } }),
    (body: { readonly answers: object }) => JSON.stringify(body.answers).includes('"legend":{"0":null,')
  )
]

const invalid = refusalsWith("systemone: ", 422, detail, { path, answerHeaders: both })
const noModel = "model: expected one of decider-27b, decider-27b-v0, jev-latest [literal_error]"

const refusals: ReadonlyArray<WireCase> = [
  invalid(`{"model":}`, "[9]: JSON decode error [json_invalid]"),
  invalid(ask({ a: noul }, { model: "gpt" }), noModel),
  invalid({}, "state: field required [missing]", "questions: field required [missing]"),
  invalid(
    ask({ a: { type: "noul", criteria: { yes: "x" } } }),
    "questions.a: expected instructions or criteria [value_error]"
  ),
  invalid(
    ask({ a: noul }, { state: { tokens: 262_144 } }),
    "state and questions: expected fewer than 262144 input tokens, got 262144 [value_error]"
  )
]

/** All cases of the dialect. */
export const systemoneWire: ReadonlyArray<WireCase> = [
  ...successes,
  ...refusals,
  unauthorized("systemone: no key", { path, answerHeaders: { "x-typesafe-request-id": null } }),
  wrongMethod("GET", path, "POST")
]
