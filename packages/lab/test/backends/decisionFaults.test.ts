// What is wrong with a decision server becomes an error, never a distribution of our own.
import { assert, describe, it } from "vitest"
import type { DecisionBackendOptions } from "../../src/index.ts"
import { answered, failed, questions, request, servers } from "./decide.ts"

type Alter = NonNullable<DecisionBackendOptions["alter"]>
type Body = { answers: { [name: string]: { [field: string]: unknown } }; usage?: object }

/** Changes the body of an answer. */
const body =
  (change: (body: Body) => unknown): Alter =>
  ({ body: sent, status }) => {
    const copy = structuredClone(sent) as Body
    return { status, body: change(copy) ?? copy }
  }

/** Changes the answer to one question. */
const answer = (name: keyof typeof questions, change: object): Alter =>
  body(({ answers }) => {
    answers[name] = { ...answers[name], ...change }
  })

const status =
  (code: number, sent: unknown = { error: { message: "secret", type: "x" } }): Alter =>
  () => ({ status: code, body: sent })

const mass = (label_mass: number) => answer("refund", { diagnostics: { label_mass } })

const third = { billing: 0.33, technical: 0.33, sales: 0.33 }

/** Faults of answers in the System One dialect. */
const systemOneFaults: ReadonlyArray<readonly [string, Alter]> = [
  ["a missing answer", body(({ answers }) => void delete answers["team"])],
  ["an answer of another type", answer("refund", { type: "choice" })],
  ["a yes above 1", answer("refund", { noul: 1.2 })],
  ["a yes that is null, as NaN becomes", answer("refund", { noul: null })],
  ["a missing option", answer("team", { probabilities: { billing: 0.5, technical: 0.5 } })],
  ["an unknown option", answer("team", { probabilities: { ...third, none: 0 } })],
  ["zeros alone", answer("team", { probabilities: { billing: 0, technical: 0, sales: 0 } })],
  ["a sum far from 1", answer("team", { probabilities: { billing: 0.5, technical: 0.2, sales: 0.2 } })],
  [
    "a choice that is not the likeliest",
    answer("team", { choice: "sales", probabilities: { billing: 0.8, technical: 0.15, sales: 0.05 } })
  ],
  ["levels from 1", answer("mood", { probabilities: { 1: 0.2, 2: 0.3, 3: 0.5 } })],
  ["HTML", () => ({ status: 200, body: "<html>" })]
]

const list = (change: (answers: Array<{ [field: string]: unknown }>) => unknown): Alter =>
  body((sent) => {
    const answers = sent.answers as unknown as Array<{ [field: string]: unknown }>
    return { ...sent, answers: change(answers) ?? answers }
  })
const inList = (index: number, change: object): Alter =>
  list((answers) => void answers.splice(index, 1, { ...answers[index], ...change }))

const thirds = (...values: ReadonlyArray<unknown>) => values.map((value) => ({ value, probability: 0.33 }))

/** Faults of answers in OpenAI's dialect. */
const openaiFaults: ReadonlyArray<readonly [string, Alter]> = [
  ["a missing answer", list((answers) => answers.slice(1))],
  ["answers in another order", list((answers) => answers.toReversed())],
  ["a probability above 1", inList(0, { probability: 1.5 })],
  ["probabilities in an object", inList(1, { probabilities: third })],
  ["an option twice", inList(1, { probabilities: thirds("billing", "billing", "sales") })]
]

describe("of a System One server", () => {
  it.each(systemOneFaults)("%s is a ConnectionError: 502", async (_name, alter) => {
    for (const server of [servers.ollama, servers.typesafe, servers.openrouter]) {
      const error = await failed({ ...server, alter })
      assert.include(["ConnectionError", "InvalidResponseError"], error._tag)
      assert.notInclude(error.message, "secret")
    }
  })

  it("a model that hardly answers with the options is a ConnectionError", async () => {
    assert.strictEqual((await failed({ ...servers.vllm, alter: mass(0.0005) }))._tag, "ConnectionError")
    await answered({ ...servers.vllm, alter: mass(0.02) })
  })

  it("usage that is no number is replaced by our own count, and fields beyond the contract are dropped", async () => {
    const alter = body(({ answers }) => ({ answers, usage: { input_tokens: "many" } }))
    const { answers, usage } = await answered({ ...servers.vllm, alter })
    assert.sameMembers(Object.keys(answers["refund"] ?? {}), ["type", "noul"])
    assert.deepStrictEqual(usage, { input_tokens: 57, output_tokens: 0 })
  })
})

describe("of a server of OpenAI's Decisions", () => {
  it.each(openaiFaults)("%s is a ConnectionError: 502", async (_name, alter) => {
    const { _tag } = await failed({ ...servers.openai, alter })
    assert.include(["ConnectionError", "InvalidResponseError"], _tag)
  })

  it("a refusal is an InvalidRequestError that names the question", async () => {
    const alter = list((answers) => void answers.splice(1, 1, { type: "refusal", name: "team" }))
    const error = await failed({ ...servers.openai, alter })
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.strictEqual(error.message, "questions.team: the model refuses to answer")
    assert.propertyVal(error, "type", "invalid_request")
  })

  it("answers without names are matched by their places", async () => {
    const alter = list((answers) => answers.map((one) => ({ ...one, name: null })))
    const unnamed = await answered({ ...servers.openai, alter })
    assert.deepStrictEqual(unnamed, await answered(servers.openai))
  })
})

describe("a status of any decision server", () => {
  it.each([
    [400, "InvalidRequestError"],
    [401, "InternalServerError"],
    [404, "InternalServerError"],
    [413, "InvalidRequestError"],
    [429, "UnavailableError"],
    [500, "ConnectionError"],
    [503, "UnavailableError"],
    [504, "DeadlineExceededError"]
  ])("%i is an %s, without a word of the server", async (code, tag) => {
    for (const server of [servers.llamacpp, servers.openai, servers.openrouter]) {
      const error = await failed({ ...server, alter: status(code) }, request())
      assert.strictEqual(error._tag, tag)
      assert.notInclude(error.message, "secret")
    }
  })
})
