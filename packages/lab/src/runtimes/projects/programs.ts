// Sources of users' programs: a decision, a stream and two errors, with promises and with Effect.
import { transformSync } from "esbuild"
import assert from "node:assert/strict"

/** Settings that are written into a program. */
export interface ProgramSettings {
  readonly transport: "fetch" | "node"
  readonly apiKey: string
  readonly baseUrl: string
  readonly isBrowser?: boolean
}

/** The report of a program: what each API must give. */
const wanted = {
  team: "billing",
  isRefund: true,
  isStreamed: true,
  isAnswered: true,
  wrongKey: "AuthenticationError 401",
  refused: "InvalidRequestError questions"
}

/** Fails unless the last line that a program printed is the right report on both APIs. */
export const checkReport = ({ stdout }: { readonly stdout: string }): void =>
  assert.deepEqual(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""), { promises: wanted, effects: wanted })

const ticket = `{
  model: "decider-27b",
  state: "I was charged twice for March. Please pay the second charge back.",
  questions: {
    refund: { type: "noul", instructions: "Should the second charge be paid back?" },
    team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } }
  }
}`

const question = `{ model: "sonar", messages: [{ role: "user", content: "What is noul?" }] }`

/** Of questions that are known at run time only: types refuse a literal without one. */
const empty = `{
  model: "decider-27b",
  state: "Nothing is asked.",
  questions: {} as Record<string, { type: "noul"; instructions: string }>
}`

const imports = (
  transport: ProgramSettings["transport"]
) => `import { Chat, type ChatChunk } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { type ApiError, isApiError } from "@leadline/core/errors"
import { type ClientOptions, createClient, layerClient } from "@leadline/transport-${transport}"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
`

/** A module that declares \`use\`, in TypeScript with erasable types only. */
const using = ({
  apiKey,
  baseUrl,
  isBrowser = false,
  transport
}: ProgramSettings): string => `${imports(transport)}
const options: ClientOptions = {
  apiKey: ${JSON.stringify(apiKey)},
  baseUrl: ${JSON.stringify(baseUrl)}${isBrowser ? ",\n  dangerouslyAllowBrowser: true" : ""}
}
const stranger: ClientOptions = { ...options, apiKey: "an-unknown-key" }

const tell = (error: ApiError): string =>
  error._tag === "InvalidRequestError"
    ? \`\${error._tag} \${error.issues?.map(({ path }) => path.join(".")).join()}\`
    : \`\${error._tag} \${error.status}\`

const failure = async (call: PromiseLike<unknown>): Promise<string> => {
  try {
    await call
    return "no error"
  } catch (error) {
    return isApiError(error) ? tell(error) : String(error)
  }
}

const isAnswered = (chunks: ReadonlyArray<ChatChunk>): boolean =>
  /probability of yes/.test(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join(""))

const withPromises = async () => {
  const client = createClient(options)
  const other = createClient(stranger)
  const { answers } = await client.decisions.create(${ticket})
  const team: "billing" | "technical" = answers.team.choice
  const chunks: Array<ChatChunk> = []
  for await (const chunk of client.chat.stream(${question})) chunks.push(chunk)
  const report = {
    team,
    isRefund: answers.refund.noul > 0.5,
    isStreamed: chunks.length >= 3,
    isAnswered: isAnswered(chunks),
    wrongKey: await failure(other.decisions.create(${ticket})),
    refused: await failure(client.decisions.create(${empty}))
  }
  await client.close()
  await other.close()
  return report
}

const withEffects = Effect.gen(function* () {
  const decisions = yield* Decisions
  const chat = yield* Chat
  const { answers } = yield* decisions.create(${ticket})
  const team: "billing" | "technical" = answers.team.choice
  const chunks: ReadonlyArray<ChatChunk> = yield* Effect.flatMap(chat.stream(${question}), Stream.runCollect)
  const refused: string = yield* decisions.create(${empty}).pipe(
    Effect.as("no error"),
    Effect.catchTag("InvalidRequestError", (error) => Effect.succeed(tell(error)))
  )
  const isRefund = answers.refund.noul > 0.5
  return { team, isRefund, isStreamed: chunks.length >= 3, isAnswered: isAnswered(chunks), refused }
})

const strangely = Effect.gen(function* () {
  const decisions = yield* Decisions
  return yield* Effect.as(decisions.create(${ticket}), "no error")
}).pipe(Effect.catch((error: ApiError) => Effect.succeed(tell(error))))

const use = async () => {
  const report = await Effect.runPromise(Effect.provide(withEffects, layerClient(options)))
  const wrongKey = await Effect.runPromise(Effect.provide(strangely, layerClient(stranger)))
  return { promises: await withPromises(), effects: { ...report, wrongKey } }
}
`

/** Without its types. */
const plain = (text: string) => transformSync(text, { loader: "ts", target: "es2024" }).code

/** A command-line module in TypeScript. It must end by itself. */
export const typed = (settings: ProgramSettings): string =>
  `${using(settings)}\nconsole.log(JSON.stringify(await use()))\n`

/** The same in JavaScript. */
export const command = (settings: ProgramSettings): string => plain(typed(settings))

/** The same for CommonJS, which has no top-level await. */
export const typedScript = (settings: ProgramSettings): string =>
  `${using(settings)}\nvoid use().then((report) => console.log(JSON.stringify(report)))\n`

/** The same in JavaScript, with calls of \`require\`. */
export const required = (settings: ProgramSettings): string =>
  plain(typedScript(settings))
    .replaceAll(/^import \* as (\w+) from ("[^"]+");$/gm, "const $1 = require($2)")
    .replaceAll(/^import (\{[^}]+\}) from ("[^"]+");$/gm, "const $1 = require($2)")

/** A module with one type error: "sales" is not an option of the question. */
export const wrong = `import { createClient } from "@leadline/transport-fetch"

const client = createClient({ baseUrl: "http://127.0.0.1:8080" })
const { answers } = await client.decisions.create(${ticket})
export const billing: number = answers.team.probabilities.billing
export const sales = answers.team.probabilities.sales
`
