// Wire cases of System One: where it differs from decisions, and that the rest is the same.
import {
  detail,
  dialectFailures,
  error,
  failureCases,
  identified,
  unauthorized,
  uuid,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

const path = "/v1/systemone"
const noul = { type: "noul", instructions: "Is it?" }
const yes = { type: "noul", noul: 0.7310585786300049 }
const both = { ...identified, "x-typesafe-request-id": uuid }

const answered = (name: string, body: unknown, answer: WireCase["answer"], headers = {}): WireCase => ({
  name: `systemone: ${name}`,
  path,
  body: JSON.stringify(body),
  status: 200,
  answer,
  answerHeaders: { ...both, ...headers }
})

const ask = (questions: unknown, rest: object = {}) => ({ state: "", questions, ...rest })
const usage = { input_tokens: 116, output_tokens: 0 }
const one = { model: "decider-27b-v0", answers: { a: yes }, usage }

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const image = {
  type: "image_url",
  image_url: { url: `data:image/png;base64,${pixel}`, detail: "low", more: 1 },
  more: { type: "image_url" }
}

const levels = (p: number) => ({
  score: p,
  confidence: 0.4621171572600098,
  probabilities: { 0: 1 - p, 1: p }
})

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
      { top_k: 1, temperature: null }
    ),
    {
      ...one,
      answers: { a: yes, b: { type: "choice", choice: "only", confidence: 1, probabilities: { only: 1 } } }
    }
  ),
  answered("unknown fields of an image are ignored", ask({ a: noul }, { state: [image] }), one, {
    "x-leadline-notice": "images-ignored"
  }),
  answered(
    "levels without a description have null in the legend",
    ask({ a: { type: "score", criteria: [null, { text: "cross" }] } }),
    {
      ...one,
      answers: {
        a: { type: "score", ...levels(0.2689414213699951), legend: { 0: null, 1: { text: "cross" } } }
      }
    }
  ),
  answered(
    "an option named __proto__ and a question named constructor are names only",
    JSON.parse(`{"state":{},"questions":{"constructor":{"type":"choice","criteria":{"__proto__":null}}}}`),
    (body: { readonly answers: object }) =>
      JSON.stringify(Object.entries(body.answers)).includes('"choice":"__proto__"')
  ),
  answered(
    "255 options and 10 levels pass",
    ask({
      a: {
        type: "choice",
        criteria: Object.fromEntries(Array.from({ length: 255 }, (_, i) => [`o${i}`, null]))
      },
      b: { type: "score", criteria: Array.from({ length: 10 }, () => null) }
    }),
    (body: { readonly answers: object }) => Object.keys(body.answers).length === 2
  )
]

const invalid = (name: string, body: unknown, ...issues: ReadonlyArray<string>): WireCase => ({
  name: `systemone: ${name} is 422`,
  path,
  body: typeof body === "string" ? body : JSON.stringify(body),
  status: 422,
  answer: detail(...issues),
  answerHeaders: both
})

const refusals: ReadonlyArray<WireCase> = [
  invalid("a body that is no JSON", `{"model":}`, "[9]: JSON decode error [json_invalid]"),
  invalid("an empty body", "", "[0]: JSON decode error [json_invalid]"),
  invalid(
    "an unknown model",
    ask({ a: noul }, { model: "gpt" }),
    "model: expected one of decider-27b, decider-27b-v0, jev-latest [literal_error]"
  ),
  invalid(
    "an alias that is a name of every object",
    ask({ a: noul }, { model: "constructor" }),
    "model: expected one of decider-27b, decider-27b-v0, jev-latest [literal_error]"
  ),
  invalid(
    "every issue is reported: a missing state and missing questions",
    {},
    "state: field required [missing]",
    "questions: field required [missing]"
  ),
  invalid(
    "a noul with neither instructions nor criteria",
    ask({ a: { type: "noul", criteria: { yes: "x" } } }),
    "questions.a: expected instructions or criteria [value_error]"
  ),
  invalid(
    "11 levels",
    ask({ a: { type: "score", criteria: Array.from({ length: 11 }, () => null) } }),
    "questions.a.criteria: expected 1 to 10 levels, got 11 [value_error]"
  ),
  invalid(
    "129 questions",
    ask(Object.fromEntries(Array.from({ length: 129 }, (_, i) => [`q${i}`, noul]))),
    "questions: expected 1 to 128 entries, got 129 [value_error]"
  ),
  invalid(
    "an image by address",
    ask({ a: noul }, { state: [{ type: "image_url", image_url: { url: "https://example.test/a.png" } }] }),
    "state[0].image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp [value_error]"
  ),
  invalid(
    "a request of too many tokens",
    ask({ a: noul }, { state: { tokens: 262_144 } }),
    "state and questions: expected fewer than 262144 input tokens, got 262144 [value_error]"
  )
]

const same: ReadonlyArray<WireCase> = [
  {
    name: "systemone: bad UTF-8 is 400 with an error object",
    path,
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    status: 400,
    answer: { error: { ...error("The body is not valid UTF-8").error, code: 400 } },
    answerHeaders: both
  },
  unauthorized("systemone: no key", { path, answerHeaders: { "x-typesafe-request-id": null } }),
  wrongMethod("GET", path, "POST"),
  ...failureCases(
    dialectFailures,
    (fail) => ({ path, body: JSON.stringify(ask({ a: noul }, { state: { fail } })) }),
    { headers: both, what: "systemone: as on decisions an engine's" }
  )
]

/** All cases of the dialect. */
export const systemoneWire: ReadonlyArray<WireCase> = [...successes, ...refusals, ...same]
