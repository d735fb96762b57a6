// What the compiler knows of a client's answers; nothing here runs.
import { Decisions, type DecisionsRequest, type Questions } from "@leadline/core/decisions"
import type { Client } from "@leadline/core/client"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { expectTypeOf } from "vitest"

declare const client: Client

const request = {
  model: "decider-27b",
  state: "text",
  questions: {
    team: { type: "choice", criteria: { billing: null, support: "Everything else" } },
    mood: { type: "score", criteria: ["calm", { level: "angry" }] },
    urgent: { type: "noul", instructions: "Is it urgent?" }
  }
} as const

export const promised = async () => {
  const { answers, usage } = await client.decisions.create(request)
  expectTypeOf(answers.team.choice).toEqualTypeOf<"billing" | "support">()
  expectTypeOf(answers.team.probabilities.billing).toEqualTypeOf<number>()
  // @ts-expect-error No such option.
  void answers.team.probabilities.sales
  // @ts-expect-error No such question.
  void answers.other
  expectTypeOf(answers.mood.score).toEqualTypeOf<number>()
  expectTypeOf<keyof typeof answers.mood.legend>().toEqualTypeOf<"0" | "1">()
  expectTypeOf<keyof typeof answers.mood.probabilities>().toEqualTypeOf<"0" | "1">()
  expectTypeOf(answers.urgent.noul).toEqualTypeOf<number>()
  expectTypeOf(usage.input_tokens).toEqualTypeOf<number>()

  const acted = await client.decisions.create(request, { policy: "tickets" })
  expectTypeOf(acted.policy?.questions.team.action).toEqualTypeOf<"act" | "review" | undefined>()
  expectTypeOf(acted.policy?.questions.team.calibrated).toEqualTypeOf<number | null | undefined>()

  const inline = await client.decisions.create({
    model: "decider-27b",
    state: ["a"],
    questions: { team: { type: "choice", criteria: { billing: null, support: null } } }
  })
  expectTypeOf(inline.answers.team.choice).toEqualTypeOf<"billing" | "support">()

  const { data, response } = await client.decisions
    .create(request, { signal: AbortSignal.timeout(1) })
    .withResponse()
  expectTypeOf(data.answers.team.choice).toEqualTypeOf<"billing" | "support">()
  expectTypeOf(response.attempts).toEqualTypeOf<number>()
  expectTypeOf(response.requestId).toEqualTypeOf<string | undefined>()

  void client.decisions.create(request, { timeout: 20_000, maxRetries: 0, headers: { "x-a": "1" } })
  void client.decisions.create(request, { timeout: "20 seconds" })
  // @ts-expect-error Not a duration.
  void client.decisions.create(request, { timeout: "20 secondz" })
  // @ts-expect-error Not an option.
  void client.decisions.create(request, { retries: 1 })
  // The server knows which models exist.
  void client.decisions.create({ ...request, model: "decider-28b" })
}

export const effectful = Decisions.use((decisions) => decisions.create(request))

expectTypeOf<Effect.Error<typeof effectful>>().toEqualTypeOf<ApiError>()
expectTypeOf<Effect.Services<typeof effectful>>().toEqualTypeOf<Decisions>()
expectTypeOf<Effect.Success<typeof effectful>["answers"]["team"]["choice"]>().toEqualTypeOf<
  "billing" | "support"
>()

export const handled = Effect.catchTag(effectful, "RateLimitError", ({ retryAfter }) => {
  expectTypeOf(retryAfter).toEqualTypeOf<number | undefined>()
  return Effect.void
})

expectTypeOf<Effect.Error<typeof handled>["_tag"]>().toEqualTypeOf<
  Exclude<ApiError["_tag"], "RateLimitError">
>()

export const embedded = async () => {
  const { data, usage } = await client.contextualizedEmbeddings.create({
    model: "svc-embed-context-v1-0.6b",
    input: [["a", "b"]]
  })
  expectTypeOf(data[0]?.data[0]?.embedding).toEqualTypeOf<string | undefined>()
  expectTypeOf(usage.cost.currency).toEqualTypeOf<"USD">()
  void client.embeddings.create({ model: "svc-embed-v1-4b", input: "a", dimensions: 2560 })
  // @ts-expect-error Not an encoding.
  void client.embeddings.create({ model: "svc-embed-v1-4b", input: "a", encoding_format: "float" })
}

/** What does not compile, and why. */
export const refused = () => {
  const ask = client.decisions.create
  const common = { model: "decider-27b", state: "text" } as const
  // @ts-expect-error A misspelt field of the request.
  void ask({ ...common, question: { a: { type: "noul", instructions: "?" } } })
  // @ts-expect-error A misspelt field of a choice.
  void ask({ ...common, questions: { a: { type: "choice", criteria: { b: null }, option: [] } } })
  // @ts-expect-error No questions.
  void ask({ ...common, questions: {} })
  // @ts-expect-error No options.
  void ask({ ...common, questions: { a: { type: "choice", criteria: {} } } })
  // @ts-expect-error No levels.
  void ask({ ...common, questions: { a: { type: "score", criteria: [] } } })
  // @ts-expect-error A choice without options.
  void ask({ ...common, questions: { a: { type: "choice" } } })
  // @ts-expect-error A rating without levels.
  void ask({ ...common, questions: { a: { type: "score" } } })
  // @ts-expect-error A yes-or-no question without instructions or criteria.
  void ask({ ...common, questions: { a: { type: "noul" } } })
  // @ts-expect-error Not a type of question.
  void ask({ ...common, questions: { a: { type: "yesno", instructions: "?" } } })

  const chat = { model: "sonar", messages: [{ role: "user", content: "Hello" }] } as const
  void client.chat.create({ ...chat, model: "sonar-max" })
  // @ts-expect-error A misspelt field.
  void client.chat.create({ ...chat, max_token: 1 })
}

/** Questions whose names are known at run time alone. */
export const dynamic = async (questions: Questions) => {
  const { answers } = await client.decisions.create({ model: "decider-27b", state: new Date(), questions })
  expectTypeOf(answers["any"]?.type).toEqualTypeOf<"choice" | "noul" | "score" | undefined>()
}

/** A wrapper of one's own keeps the types of answers. */
const askWrapped = <const Q extends Questions>(questions: DecisionsRequest<Q>["questions"]) =>
  client.decisions.create<Q>({ model: "decider-27b", state: "text", questions })

export const wrapped = async () => {
  const { answers } = await askWrapped({ team: { type: "choice", criteria: { billing: null } } })
  expectTypeOf(answers.team.choice).toEqualTypeOf<"billing">()
}

export const custom = async () => {
  expectTypeOf(await client.request({ method: "GET", path: "/v1/models" })).toEqualTypeOf<unknown>()
  expectTypeOf(
    await client.request<{ readonly id: string }>({ method: "POST", path: "/v1/batches", body: {} })
  ).toEqualTypeOf<{ readonly id: string }>()
}
