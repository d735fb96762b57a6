// A database that accepts bytes and never answers: every call fails meanwhile, and the log tells begin and end once.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { Skills } from "@leadline/core/skills"
import * as Store from "@leadline/store-sql"
import * as Postgres from "@leadline/store-sql/postgres"
import { newSchema, startTcpProxy, type TcpProxy } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { afterEach, assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const pepper = "p".repeat(32)

/** A new schema, and the network before it. */
const connected = async () => {
  const url = new URL(await newSchema(postgresUrl ?? assert.fail()))
  const network = await startTcpProxy(Number(url.port))
  closing.push(network.close)
  url.port = String(network.port)
  return { network, url: String(url) }
}

/** The services of a store that waits a second for its database, and its log. */
const openStore = (url: string) => {
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
  const layer = Layer.mergeAll(
    Store.layerApiKeys(),
    Store.layerApiKeyVerifier,
    Store.layerSkills(),
    Store.layerAsyncChat
  ).pipe(
    Layer.provideMerge(Store.layerPepper(Redacted.make(pepper))),
    Layer.provideMerge(Postgres.layer({ url: Redacted.make(url), statementTimeout: 1_000 })),
    Layer.provideMerge(logger)
  )
  const runtime = ManagedRuntime.make(layer)
  closing.push(() => runtime.dispose())
  return { lines, runtime }
}

const chat = { request: { model: "sonar", messages: [{ role: "user" as const, content: "Hello" }] } }

/** Every kind of call that waits for the store. */
const calls = (key: Redacted.Redacted) => [
  ApiKeyVerifier.use((keys) => keys.verify(key)),
  ApiKeys.use((keys) => keys.generate({})),
  ApiKeys.use((keys) => keys.revoke({ auth_token: Redacted.value(key) })),
  Skills.use((skills) => skills.list({})),
  Skills.use((skills) => skills.get({ skill_id: "skill_1" })),
  Skills.use((skills) => skills.delete({ skill_id: "skill_1", expected_revision: "rev_1" })),
  AsyncChat.use((chats) => chats.create(chat)),
  AsyncChat.use((chats) => chats.get({ id: "1" })),
  AsyncChat.use((chats) => chats.list({}))
]

type Services = ApiKeyVerifier | ApiKeys | Skills | AsyncChat

const tagOf = (call: Effect.Effect<unknown, { readonly _tag: string }, Services>) =>
  Effect.match(call, { onFailure: ({ _tag }) => _tag, onSuccess: () => "answered" })

const silenceAndRestore = async (
  state: "silence" | "cut",
  network: TcpProxy,
  { lines, runtime }: ReturnType<typeof openStore>
) => {
  const { key } = await runtime.runPromise(Store.createKey())
  const count = (text: string) => lines.filter((line) => line.includes(text)).length
  network[state]()
  const outcomes = await runtime.runPromise(Effect.forEach(calls(key), tagOf, { concurrency: "unbounded" }))
  assert.deepEqual(
    outcomes,
    outcomes.map(() => "UnavailableError")
  )
  const isLogged = (line: string) =>
    eventually(
      line,
      () => count(line) === 1,
      () => lines.join("\n")
    )
  await isLogged("The database does not answer")
  network.restore()
  await isLogged("The database answers again")
  await eventually(
    "an answer of the database",
    async () => (await runtime.runPromise(tagOf(calls(key)[0] ?? assert.fail()))) === "answered"
  )
  assert.strictEqual(count("The database does not answer"), 1)
}

it.each(["silence", "cut"] as const)(
  "after a %s every call of the store fails as unavailable while it lasts, and the log has a line for each end",
  async (state) => {
    const { network, url } = await connected()
    await silenceAndRestore(state, network, openStore(url))
  }
)

it("a statement that nothing can interrupt ends, too, and its connection with it", async () => {
  const { network, url } = await connected()
  const { runtime } = openStore(url)
  const sql = await runtime.runPromise(SqlClient.SqlClient)
  const read = sql`SELECT 1 AS one`
  await runtime.runPromise(sql.withTransaction(read))
  network.silence()
  const exit = await runtime.runPromiseExit(Effect.uninterruptible(sql.withTransaction(read)))
  assert.strictEqual(exit._tag, "Failure")
  network.restore()
  await eventually(
    "a read after the silence",
    async () => (await runtime.runPromiseExit(read))._tag === "Success"
  )
})
