// Wire cases of OpenAI's Decisions: lists for maps, typed choices, error objects with a field.
import {
  casesWith,
  error,
  fieldOf,
  identified,
  refusalsWith,
  unauthorized,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"
import { png } from "./decisions.ts"

const path = "/openai/v1/decisions"
const predicate = { type: "predicate", instructions: "Is it?" }
const image = { type: "input_image", image_url: png, detail: "original" }
const user = (content: unknown) => ({ role: "user", content })

const ask = (questions: unknown, rest: object = {}) => ({
  model: "decider-27b",
  input: "x",
  questions,
  ...rest
})

const made = casesWith("openai decisions: ", { path })

const yes = 0.7310585786300049

const usage = (input_tokens: number) => ({
  input_tokens,
  output_tokens: 0,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input_tokens
})

const answered = (name: string, body: object, answer: WireCase["answer"], headers = {}) =>
  made(name, body, 200, answer, { answerHeaders: { ...identified, ...headers } })

interface AnsweredList {
  readonly answers: ReadonlyArray<{ readonly name: string }>
  readonly usage: { readonly total_tokens: number }
}

const one = {
  model: "decider-27b",
  answers: [{ type: "predicate", name: null, probability: yes }],
  usage: usage(116)
}

const successes: ReadonlyArray<WireCase> = [
  answered("a predicate without a name", ask([predicate]), one),
  answered(
    "the three types in their order, choices typed as sent",
    ask([
      {
        type: "choice",
        name: "sure",
        instructions: [{ type: "input_text", text: "Sure?" }],
        choices: [{ value: true, description: "yes" }, { value: false }]
      },
      { ...predicate, name: "b" },
      {
        type: "score",
        name: "a",
        instructions: "How?",
        levels: [{ label: "calm" }, { label: "cross", description: "!" }]
      }
    ]),
    {
      model: "decider-27b",
      answers: [
        {
          type: "choice",
          name: "sure",
          choice: true,
          confidence: 0.4621171572600098,
          probabilities: [
            { value: true, probability: yes },
            { value: false, probability: 1 - yes }
          ]
        },
        { type: "predicate", name: "b", probability: yes },
        {
          type: "score",
          name: "a",
          score: 1 - yes,
          confidence: 0.4621171572600098,
          probabilities: [
            { value: 0, label: "calm", probability: yes },
            { value: 1, label: "cross", probability: 1 - yes }
          ]
        }
      ],
      usage: usage(300)
    }
  ),
  answered(
    "messages, calls of tools and images are an input",
    ask([predicate], {
      input: [
        { role: "developer", content: "Be fair." },
        user([{ type: "input_text", text: "see", prompt_cache_breakpoint: { mode: "explicit" } }, image]),
        { type: "function_call", call_id: "c", name: "look", arguments: "{}", status: "completed" },
        { type: "function_call_output", call_id: "c", output: [{ type: "input_text", text: "seen" }] }
      ]
    }),
    one,
    { "x-leadline-notice": "images-ignored" }
  ),
  answered(
    "400 questions are answered in their order, and their tokens added",
    ask(Array.from({ length: 400 }, (_, index) => ({ ...predicate, name: `n${399 - index}` }))),
    ({ answers, usage: used }: AnsweredList) =>
      answers.length === 400 &&
      answers.every(({ name }, index) => name === `n${399 - index}`) &&
      used.total_tokens === 24 * 4 + 92 * 400
  )
]

const refused = refusalsWith(
  "openai decisions: ",
  400,
  (message = "") => error(message, "invalid_request_error", fieldOf(message)),
  { path }
)

const refusals: ReadonlyArray<WireCase> = [
  refused(ask([predicate], { state: "x" }), "state: unknown field"),
  refused(ask([]), "questions: expected 1 to 400 questions, got 0"),
  refused(
    ask(Array.from({ length: 401 }, () => predicate)),
    "questions: expected 1 to 400 questions, got 401"
  ),
  refused(
    ask([
      { ...predicate, name: "a" },
      { ...predicate, name: "a" }
    ]),
    "questions[1].name: expected names of questions to be distinct"
  ),
  refused(
    ask([{ type: "choice", instructions: "x", choices: [{ value: true }, { value: "true" }] }]),
    "questions[0].choices: expected choices whose values are distinct, also as text"
  ),
  refused(
    ask([predicate], { input: [{ type: "function_call_output", call_id: "c", output: "x" }] }),
    "input[0].call_id: expected the call_id of a call before it"
  )
]

/** All cases of the dialect. */
export const openaiDecisionsWire: ReadonlyArray<WireCase> = [
  ...successes,
  ...refusals,
  unauthorized("openai decisions: no key", { path }),
  wrongMethod("GET", path, "POST")
]
