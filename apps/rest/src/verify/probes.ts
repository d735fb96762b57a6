// The requests of `leadline verify`: a fixed list for each dialect, so that their number and bytes are known before.
import type { Dialect } from "./Check.ts"
import { type Ask, bodyOf, type Question, type Questions } from "./dialects.ts"

/** Which key a request carries. */
export type KeyUse = "given" | "none" | "wrong" | "elsewhere"

/** One request. */
export interface Probe {
  readonly id: string
  readonly method: "GET" | "POST"
  /** Added to the address. */
  readonly suffix: string
  readonly key: KeyUse
  readonly body: string | undefined
  /** What it asks, if an answer of 200 can be checked. */
  readonly ask?: Ask
}

const text = "I was charged twice for March, please pay it back."

const refund: Question = { type: "noul", instructions: "Does the writer ask for money?" }
const noRefund: Question = { type: "noul", instructions: "The writer does not ask for money." }

const team = (isReversed = false): Question => {
  const options = [
    ["billing", "Invoices and refunds"],
    ["technical", "Bugs and outages"],
    ["sales", "New customers"]
  ] as const
  return {
    type: "choice",
    instructions: "Who handles this?",
    criteria: isReversed ? options.toReversed() : options
  }
}

const mood = (isReversed = false): Question => {
  const levels = ["calm", "annoyed", "furious"]
  return {
    type: "score",
    instructions: "How upset is the writer?",
    criteria: isReversed ? levels.toReversed() : levels
  }
}

const base: Questions = [
  ["refund", refund],
  ["team", team()],
  ["mood", mood()]
]

const many = (count: number): Questions =>
  Array.from({ length: count }, (_, at) => [`q${at}`, { type: "noul", instructions: "Is it?" }] as const)

const options = (count: number): Question => ({
  type: "choice",
  instructions: "Which?",
  criteria: Array.from({ length: count }, (_, at) => [`o${at}`, null] as const)
})

const levels = (count: number): Question => ({
  type: "score",
  instructions: "How much?",
  criteria: Array.from({ length: count }, (_, at) => `level ${at}`)
})

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const image = (url: string) => ["See the picture.", { type: "image_url", image_url: { url } }]

/** A name that no registry has: nobody is asked for it. */
const addressOfImage = "https://leadline.invalid/picture.png"

/** Questions at most, by dialect. */
const maxQuestions = (dialect: Dialect): number => (dialect === "openai-decisions" ? 400 : 128)

/** The requests of a dialect, in the order in which they are sent. */
export const probesOf = (dialect: Dialect, model: string): ReadonlyArray<Probe> => {
  const body = (ask: Ask, change: object = {}) =>
    JSON.stringify({ ...bodyOf(dialect, model, ask), ...change })
  const post = (id: string, rest: Partial<Probe>): Probe => ({
    id,
    method: "POST",
    suffix: "",
    key: "given",
    body: undefined,
    ...rest
  })
  /** A request that is answered. */
  const asking = (id: string, questions: Questions, state: unknown = text): Probe => {
    const ask = { state, questions }
    return post(id, { body: body(ask), ask })
  }
  /** A request that is refused. */
  const refused = (id: string, sent: string) => post(id, { body: sent })
  const plain = body({ state: text, questions: [["refund", refund]] })
  const most = maxQuestions(dialect)
  const isListed = dialect === "openai-decisions"
  const none = isListed ? { questions: [] } : { questions: {} }
  const odd = isListed
    ? { questions: [{ type: "guess", name: "a", instructions: "Is it?" }] }
    : { questions: { a: { type: "guess", instructions: "Is it?" } } }
  const emptyNoul = isListed
    ? { questions: [{ type: "predicate", name: "a" }] }
    : { questions: { a: { type: "noul" } } }
  const names: Questions = [
    [
      "__proto__",
      {
        type: "choice",
        instructions: "Which?",
        criteria: [
          ["__proto__", null],
          ["constructor", null]
        ]
      }
    ],
    [
      "10",
      {
        type: "choice",
        instructions: "Which?",
        criteria: [
          ["10", null],
          ["2", "two"],
          ["zwölf 🧭", null]
        ]
      }
    ]
  ]
  const typed: Questions = [
    [
      "sure",
      {
        type: "choice",
        instructions: "Sure?",
        criteria: [
          [true, "yes"],
          [false, "no"]
        ]
      }
    ]
  ]
  const single: Questions = [
    ["only", { type: "choice", instructions: "Which?", criteria: [["one", "The one"]] }],
    ["level", { type: "score", instructions: "How much?", criteria: ["the one level"] }]
  ]
  return [
    asking("base", base),
    asking("again", base),
    asking("reordered", base.toReversed()),
    ...base.map((question) => asking(`alone ${question[0]}`, [question])),
    asking("options reversed", [["team", team(true)]]),
    asking("negation", [
      ["refund", refund],
      ["no refund", noRefund]
    ]),
    asking("criteria", [
      ["a", { type: "noul", criteria: { true: "The writer wants money", false: "The writer wants nothing" } }]
    ]),
    asking("criteria exchanged", [
      ["a", { type: "noul", criteria: { true: "The writer wants nothing", false: "The writer wants money" } }]
    ]),
    asking("levels reversed", [["mood", mood(true)]]),
    asking("object", [["team", team()]], { text }),
    asking("array", [["team", team()]], [text, { priority: 2 }]),
    asking("names", names),
    ...(isListed ? [asking("typed", typed)] : [asking("single", single)]),
    asking("255 options", [["a", options(255)]]),
    asking("10 levels", [["a", levels(10)]]),
    asking("most questions", many(most)),
    asking("image", [["team", team()]], image(`data:image/png;base64,${pixel}`)),
    refused("256 options", body({ state: text, questions: [["a", options(256)]] })),
    refused("11 levels", body({ state: text, questions: [["a", levels(11)]] })),
    refused("too many questions", body({ state: text, questions: many(most + 1) })),
    refused("no questions", body({ state: text, questions: [] }, none)),
    refused("not JSON", plain.slice(0, -1)),
    refused("unknown field", body({ state: text, questions: [["refund", refund]] }, { leadline_verify: 1 })),
    refused(
      "unknown model",
      body({ state: text, questions: [["refund", refund]] }, { model: "no-such-model" })
    ),
    refused("empty question", body({ state: text, questions: [] }, emptyNoul)),
    refused("unknown type", body({ state: text, questions: [] }, odd)),
    refused(
      "broken image",
      body({ state: image("data:image/png;base64,AAAA"), questions: [["team", team()]] })
    ),
    refused("image by address", body({ state: image(addressOfImage), questions: [["team", team()]] })),
    post("no key", { key: "none", body: plain }),
    post("wrong key", { key: "wrong", body: plain }),
    ...(dialect === "leadline"
      ? [
          post("x-api-key", { key: "elsewhere", body: plain }),
          post("trailing slash", { suffix: "/", body: plain })
        ]
      : []),
    post("GET", { method: "GET" })
  ]
}

/** Tokens that a request may use at most: no tokenizer makes more than one of a byte, and prompts around it are short. */
export const maxTokens = ({ ask, body = "" }: Probe): number => {
  const bytes = Buffer.byteLength(body)
  const state = Buffer.byteLength(JSON.stringify(ask?.state ?? ""))
  // Some servers count the state again for each question.
  return body === "" ? 0 : bytes + 512 + (ask?.questions.length ?? 1) * (state + 256)
}
