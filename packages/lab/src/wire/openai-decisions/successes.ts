// Wire cases of OpenAI's Decisions that are answered: lists for maps, typed choices.
import { casesWith, identified, type WireCase } from "../WireCase.ts"
import { path, predicate, image, user, ask } from "./requests.ts"

/** The probability that the scripted engine gives. */
const yes = 0.7310585786300049

const usage = (input_tokens: number) => ({
  input_tokens,
  output_tokens: 0,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input_tokens
})

const made = casesWith("openai decisions: ", { path })
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

/** Requests that are answered. */
export const successes: ReadonlyArray<WireCase> = [
  answered("a predicate without a name", ask([predicate]), one),
  answered("a model by an alias comes back as sent", ask([predicate], { model: "jev-latest" }), {
    ...one,
    model: "jev-latest"
  }),
  answered(
    "fields for caches and abuse are accepted",
    ask([predicate], {
      prompt_cache_key: "k",
      prompt_cache_options: { mode: "explicit", ttl: "30m" },
      safety_identifier: "s",
      input: [user([{ type: "input_text", text: "x", prompt_cache_breakpoint: { mode: "explicit" } }])]
    }),
    one
  ),
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
        user([{ type: "input_text", text: "see" }, image, { type: "input_json", data: [{ a: 1 }] }]),
        { type: "function_call", call_id: "c", name: "look", arguments: "{}", status: "completed" },
        { type: "function_call_output", call_id: "c", output: [{ type: "input_text", text: "seen" }] },
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "I see." }],
          phase: null
        }
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
