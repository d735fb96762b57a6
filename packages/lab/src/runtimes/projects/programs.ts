// Sources of users' programs: a decision, a stream and an error, with promises and with Effect.
import { transformSync } from "esbuild"
import assert from "node:assert/strict"

/** Settings that are written into a program. */
export interface ProgramSettings {
  readonly transport: "fetch" | "node"
  readonly apiKey: string
  readonly baseUrl: string
}

const wanted = { team: "billing", isRefund: true, isAnswer: true }

/** Fails unless the last line that a program printed is the right report on both APIs. */
export const checkReport = ({ stdout }: { readonly stdout: string }): void =>
  assert.deepEqual(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""), {
    promises: { ...wanted, failure: "AuthenticationError" },
    effects: { ...wanted, failure: "InvalidRequestError" }
  })

const ticket = `{
  model: "decider-27b",
  state: "I was charged twice for March. Please pay the second charge back.",
  questions: {
    refund: { type: "noul", instructions: "Should the second charge be paid back?" },
    team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } }
  }
} as const`

/** A module that declares \`use\`, in TypeScript with erasable types only. */
const using = ({
  apiKey,
  baseUrl,
  transport
}: ProgramSettings): string => `import { Chat, type ChatChunk } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { isApiError } from "@leadline/core/errors"
import { type ClientOptions, createClient, layerClient } from "@leadline/transport-${transport}"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const options: ClientOptions = { apiKey: ${JSON.stringify(apiKey)}, baseUrl: ${JSON.stringify(baseUrl)} }
const ticket = ${ticket}
// Of questions that are known at run time only: types refuse a literal without one.
const empty = { ...ticket, questions: {} as Record<string, { type: "noul"; instructions: string }> }
const question = { model: "sonar", messages: [{ role: "user", content: "What is noul?" }] } as const

const isAnswer = (chunks: ReadonlyArray<ChatChunk>): boolean =>
  chunks.length > 2 &&
  /probability of yes/.test(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join(""))

const withPromises = async () => {
  const client = createClient(options)
  const stranger = createClient({ ...options, apiKey: "an-unknown-key" })
  const { answers } = await client.decisions.create(ticket)
  const team: "billing" | "technical" = answers.team.choice
  const chunks: Array<ChatChunk> = []
  for await (const chunk of client.chat.stream(question)) chunks.push(chunk)
  const failure = await stranger.decisions.create(ticket).then(
    () => "no error",
    (error: unknown) => (isApiError(error) ? error._tag : String(error))
  )
  await client.close()
  await stranger.close()
  return { team, isRefund: answers.refund.noul > 0.5, isAnswer: isAnswer(chunks), failure }
}

const withEffects = Effect.gen(function* () {
  const decisions = yield* Decisions
  const chat = yield* Chat
  const { answers } = yield* decisions.create(ticket)
  const team: "billing" | "technical" = answers.team.choice
  const chunks: ReadonlyArray<ChatChunk> = yield* Effect.flatMap(chat.stream(question), Stream.runCollect)
  const failure: string = yield* decisions.create(empty).pipe(
    Effect.as("no error"),
    Effect.catchTag("InvalidRequestError", ({ _tag }) => Effect.succeed(_tag))
  )
  return { team, isRefund: answers.refund.noul > 0.5, isAnswer: isAnswer(chunks), failure }
})

const use = async () => ({
  promises: await withPromises(),
  effects: await Effect.runPromise(Effect.provide(withEffects, layerClient(options)))
})
`

/** A command-line module in TypeScript. It must end by itself. */
export const typed = (settings: ProgramSettings): string =>
  `${using(settings)}\nconsole.log(JSON.stringify(await use()))\n`

/** The same in JavaScript. */
export const command = (settings: ProgramSettings): string =>
  transformSync(typed(settings), { loader: "ts", target: "es2024" }).code

/** The same for CommonJS, which has no top-level await. */
export const typedScript = (settings: ProgramSettings): string =>
  `${using(settings)}\nvoid use().then((report) => console.log(JSON.stringify(report)))\n`

/** The same in JavaScript, with calls of \`require\`. */
export const required = (settings: ProgramSettings): string =>
  transformSync(typedScript(settings), { loader: "ts", format: "cjs", target: "es2024" }).code
