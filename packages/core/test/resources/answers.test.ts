// What each service makes of the answers of an engine or a store: what fits passes, what lies does not. Requests that are
// refused are in the wire and conformance cases of packages/lab.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ApiError } from "../../src/errors/ApiError.ts"
import * as ApiKeys from "../../src/resources/api-keys/index.ts"
import * as AsyncChat from "../../src/resources/chat/async/index.ts"
import * as Decisions from "../../src/resources/decisions/index.ts"
import * as Contextualized from "../../src/resources/embeddings/contextualized/index.ts"
import * as Embeddings from "../../src/resources/embeddings/index.ts"
import { record } from "../fixtures/asyncChat.ts"
import { test } from "../fixtures/effects.ts"

/** An engine whose methods all give the answer. */
const giving = (answer: unknown) => new Proxy({}, { get: () => () => Effect.succeed(answer) }) as never

type Ask = (answer: unknown) => Effect.Effect<unknown, ApiError>
type Row = readonly [name: string, ask: Ask, answer: unknown]

const keys: Ask = (answer) => ApiKeys.make(giving(answer)).generate()
const apiKey = { auth_token: "ll_live_x", created_at_epoch_seconds: 1_790_000_000, token_name: "ci" }

const chat: Ask = (answer) => AsyncChat.make(giving(answer)).get({ id: "r1" })

const decide: Ask = (answer) =>
  Decisions.make(giving(answer)).create({
    model: "decider-27b",
    state: "x",
    questions: {
      sure: { type: "noul", instructions: "Is it?" },
      team: { type: "choice", criteria: { billing: null, support: "Help" } },
      mood: { type: "score", criteria: ["calm", "cross", "furious"] }
    }
  })
const sure = { type: "noul", noul: 0.5 }
const team = {
  type: "choice",
  choice: "support",
  confidence: 0.2,
  probabilities: { billing: 0.4, support: 0.6 }
}
const mood = {
  type: "score",
  score: 1.1,
  confidence: 0.5,
  legend: { 0: "calm", 1: "cross", 2: "furious" },
  probabilities: { 0: 0.2, 1: 0.5, 2: 0.3 }
}
const decided = {
  model: "decider-27b",
  answers: { sure, team, mood },
  usage: { input_tokens: 1, output_tokens: 0 }
}
const answers = (changed: object) => ({ ...decided, answers: { ...decided.answers, ...changed } })
const inTeam = (changed: object) => answers({ team: { ...team, ...changed } })
const inMood = (changed: object) => answers({ mood: { ...mood, ...changed } })

const small = { dimensions: 128, encoding_format: "base64_binary" } as const
const bits = "AAAf//gAAf//gAAf//wAAA=="
const cost = { input_cost: 3.6e-8, total_cost: 3.6e-8, currency: "USD" }
const usage = { prompt_tokens: 9, total_tokens: 9, cost }
const vector = (index: number, embedding: unknown = bits) => ({ object: "embedding", index, embedding })
const document = (index: number, ...data: ReadonlyArray<object>) => ({ object: "list", index, data })
const model = "svc-embed-v1-0.6b"
const embed: Ask = (answer) => Embeddings.make(giving(answer)).create({ model, input: ["a", "b"], ...small })
const vectors = (...data: ReadonlyArray<object>) => ({ object: "list", data, model, usage })
const documentsModel = "svc-embed-context-v1-0.6b"
const embedDocuments: Ask = (answer) =>
  Contextualized.make(giving(answer)).create({ model: documentsModel, input: [["a", "b"], ["c"]], ...small })
const documents = (...data: ReadonlyArray<object>) => ({ ...vectors(...data), model: documentsModel })
const [first, second] = [document(0, vector(0), vector(1)), document(1, vector(0))]

const honest: ReadonlyArray<Row> = [
  ["a key of 4096 characters", keys, { ...apiKey, auth_token: "k".repeat(4096) }],
  ["decisions with unknown fields", decide, { ...answers({ sure: { ...sure, note: "new" } }), trace: [1] }],
  ["decisions rounded to two decimals", decide, inTeam({ probabilities: { billing: 0.4, support: 0.61 } })]
]

const lies: ReadonlyArray<Row> = [
  ["a key of 4097 characters", keys, { ...apiKey, auth_token: "k".repeat(4097) }],
  ["an async chat of another id", chat, { ...record, id: "r2" }],
  ["an answer without a question", decide, answers({ other: sure })],
  ["another kind of answer", decide, answers({ sure: team })],
  ["a score that is not the mean", decide, inMood({ score: 2 })],
  ["a level left out", decide, inMood({ score: 0.5, probabilities: { 0: 0.5, 1: 0.5 } })],
  ["a text too few", embed, vectors(vector(0))],
  ["texts out of order", embed, vectors(vector(1), vector(0))],
  ["a vector of other length", embed, vectors(vector(0), vector(1, `${bits}AAAA`))],
  ["documents out of order", embedDocuments, documents(second, first)],
  ["a chunk too few", embedDocuments, documents(document(0, vector(0)), second)]
]

test.each(honest)("an answer that fits passes as it is: %s", function* ([, ask, answer]) {
  assert.deepStrictEqual(yield* ask(answer), answer)
})

test("decisions pass in the order of the request", function* () {
  const shuffled = { ...team, probabilities: { support: 0.6, billing: 0.4 } }
  const given = yield* decide({ ...decided, answers: { mood, team: shuffled, sure } })
  assert.strictEqual(JSON.stringify(given), JSON.stringify(decided))
})

test.each(lies)("an answer that lies is an InvalidResponseError: %s", function* ([, ask, answer]) {
  const error = yield* Effect.flip(ask(answer))
  assert.strictEqual(error._tag, "InvalidResponseError")
  assert.notInclude(JSON.stringify(error), "kkk")
})
