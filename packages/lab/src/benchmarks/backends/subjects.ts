// The two sides of the benchmark: Leadline's decisions, and the same calls by hand on node:http.
import { Decisions, type Questions } from "@leadline/core/decisions"
import { backendAt, layerInstance } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Agent, request } from "node:http"

/** Questions of a decision. */
export const questionsPerDecision = 10

/** Calls of one decision in progress at a time, after its first. */
export const callConcurrency = 8

/** The text: about a page of a letter. */
export const state = "I was charged twice for March, please pay it back. The app itself works fine. ".repeat(
  12
)

const kinds = [
  { type: "noul", instructions: "Does the writer ask for money back?" },
  {
    type: "choice",
    instructions: "Who handles this?",
    criteria: { billing: "Invoices", technical: "Bugs", sales: null }
  },
  { type: "score", criteria: ["calm", "annoyed", "furious"] }
] as const

/** Ten questions of all kinds. */
export const questions: Questions = Object.fromEntries(
  Array.from({ length: questionsPerDecision }, (_, at) => [
    `question${at}`,
    kinds[at % kinds.length] ?? kinds[0]
  ])
)

/** Makes one decision. */
export type Decide = () => Promise<void>

/** As many as there are calls: none waits for another. */
const connections = 4096

/** Leadline in this process, over its transport. */
export const leadline = async (url: string): Promise<Decide> => {
  const backend = backendAt("openai-compatible", url, {}, { pool: { connections } })
  const runtime = ManagedRuntime.make(Layer.merge(layerInstance(backend), Logger.layer([])))
  const { create } = await runtime.runPromise(Decisions.pipe(Effect.orDie))
  return async () => {
    const { answers } = await runtime.runPromise(create({ model: "decider-27b", state, questions }))
    if (Object.keys(answers).length !== questionsPerDecision) throw new Error("Answers are missing.")
  }
}

const body = JSON.stringify({
  model: "my-model",
  messages: [
    { role: "system", content: "Answer with exactly one of the labels." },
    { role: "user", content: `${state}\n\nWho handles this?\n\nA Invoices\nB Bugs\nC sales\n\nLabel:` }
  ],
  max_tokens: 1,
  temperature: 0,
  logprobs: true,
  top_logprobs: 20
})

interface Answer {
  readonly choices: ReadonlyArray<{
    readonly logprobs: { readonly content: ReadonlyArray<{ readonly top_logprobs: ReadonlyArray<object> }> }
  }>
}

const call = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    const sent = request(`${url}/v1/chat/completions`, { method: "POST", agent, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => (text += chunk))
      response.on("end", () => {
        const answer = JSON.parse(text) as Answer
        const top = answer.choices[0]?.logprobs.content[0]?.top_logprobs ?? []
        if (top.length === 20) resolve()
        else reject(new Error("Alternatives are missing."))
      })
    })
    sent.on("error", reject)
    sent.end(body)
  })

/** The calls of a decision in the same order: the first alone, then eight at a time. */
export const direct = (url: string): Decide => {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  return async () => {
    await call(url, agent)
    let left = questionsPerDecision - 1
    const work = async () => {
      while (left-- > 0) await call(url, agent)
    }
    await Promise.all(Array.from({ length: callConcurrency }, work))
  }
}
