// What the store does often reads a few rows, however many there are: 20,000 of each kind, on both databases.
import { assert, it } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import { ApiKeyVerifier, Caller } from "@leadline/core/authentication"
import { Chat, make } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import { Skills } from "@leadline/core/skills"
import { bundle, newSchema, type PostgresServer, startPostgres } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { join } from "node:path"
import { afterAll, describe } from "vitest"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { newFolder } from "../../src/processes.ts"
import { fill, largeGroup } from "./fillStore.ts"

const rows = 20_000

/** Rows that a statement may read of a table: five pages. */
const most = 500
const pageSize = 100

let postgres: PostgresServer | undefined
afterAll(() => postgres?.stop())

const sqlite = async () => Sqlite.layer({ filename: join(newFolder(), "store.sqlite") })
const postgresql = async () => {
  postgres = await startPostgres()
  return Postgres.layer({ url: Redacted.make(await newSchema(postgres.url)) })
}

/** The statements of an effect that read tables, with their values. The gauge counts the queue, 10,000 at most. */
const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const seen = new Map<string, ReadonlyArray<unknown>>()
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    const [text, values] = statement.compile()
    if (/^\s*(?:SELECT|UPDATE|DELETE)/.test(text) && !text.includes("AS found_rows")) seen.set(text, values)
    return Effect.succeed(statement)
  })
  return seen
})

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows"?: number
  readonly "Actual Loops"?: number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}

/** Each part of a plan that reads more than it may. */
const excessOf = (node: Node): ReadonlyArray<string> => {
  const loops = node["Actual Loops"] ?? 1
  const read = ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * loops
  const own = read > most ? [`${node["Node Type"]} of ${node["Relation Name"]}: ${read} rows`] : []
  return [...own, ...(node.Plans ?? []).flatMap(excessOf)]
}

/** What is wrong with how a database runs a statement. It is undone. */
const faultsOf = Effect.fnUntraced(function* (text: string, values: ReadonlyArray<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const explain = sql.onDialectOrElse({
    pg: () =>
      sql
        .unsafe<{
          readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }>
        }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
        .pipe(
          Effect.map((found) =>
            found.flatMap((row) => row["QUERY PLAN"]).flatMap(({ Plan }) => excessOf(Plan))
          )
        ),
    orElse: () =>
      sql
        .unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values)
        .pipe(
          Effect.map((plan) =>
            plan.map(({ detail }) => detail).filter((line) => /^SCAN|TEMP B-TREE/.test(line))
          )
        )
  })
  const undone = sql.withTransaction(Effect.flatMap(explain, (faults) => Effect.fail({ faults })))
  const faults = yield* Effect.catchIf(
    undone,
    (error) => "faults" in error,
    (error) => Effect.succeed("faults" in error ? error.faults : [])
  )
  // A table of one row has no index, and a list of all keys ends at its limit.
  const isAllowed = (fault: string) =>
    fault === "SCAN store_state" || (fault.includes("USING INDEX") && !text.includes("WHERE"))
  return faults
    .filter((fault) => !isAllowed(fault))
    .map((fault) => `${fault} in ${text.replaceAll(/\s+/g, " ")}`)
})

const skillPage = (page_token?: string | null) =>
  Skills.use((skills) => skills.list({ limit: pageSize, ...(page_token && { page_token }) }))

const chatPage = (next_token?: string | null) =>
  AsyncChat.use((chat) => chat.list({ limit: pageSize, ...(next_token && { next_token }) }))

/** The token of a page in the middle of the large group. */
const middleOf = Effect.fnUntraced(function* <E, R>(
  next: (token: string | null | undefined) => Effect.Effect<string | null | undefined, E, R>
) {
  let token: string | null | undefined
  for (let at = 0; at < rows / 4; at += pageSize) token = yield* next(token)
  assert.isString(token)
  return token
})

const message = { role: "assistant", content: "Nothing." } as const
const answer = {
  id: "c",
  model: "sonar",
  created: 1,
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: "stop", message }]
} as const

/** A worker claims and finishes a few async chats. */
const work = Effect.gen(function* () {
  const ended = yield* Deferred.make<void>()
  let calls = 0
  const create = Effect.suspend(() =>
    ++calls <= 20 ? Effect.succeed(answer) : Effect.andThen(Deferred.succeed(ended, undefined), Effect.never)
  )
  const chat = Layer.succeed(Chat, make({ create: () => create, stream: () => Effect.die("unused") }))
  const worker = Layer.fresh(Store.layerAsyncChatWorker({ concurrency: 1 }).pipe(Layer.provide(chat)))
  yield* Effect.provide(Deferred.await(ended), worker)
})

const checkKey = (key: Redacted.Redacted) => ApiKeyVerifier.use(({ verify }) => verify(key))

type Operation = Effect.Effect<
  unknown,
  ApiError | Store.StoreError,
  ApiKeyVerifier | AsyncChat | Skills | Store.Pepper | SqlClient.SqlClient
>

/** Each operation of the store on its rows, by name. */
const operationsOf = Effect.fnUntraced(function* (key: Redacted.Redacted) {
  const file = yield* bundle("tides")
  const chatToken = yield* middleOf((token) => Effect.map(chatPage(token), (page) => page.next_token))
  const skillToken = yield* middleOf((token) => Effect.map(skillPage(token), (page) => page.next_page_token))
  const request = { model: "sonar", messages: [{ role: "user", content: "What is new?" }] } as const
  const operations: { readonly [name: string]: Operation } = {
    "key check": checkKey(key),
    "check of a key of another form": Effect.ignore(checkKey(Redacted.make("unknown"))),
    "first page of async chats": chatPage(),
    "page in the middle": chatPage(chatToken),
    "first page of skills": skillPage(),
    "page in the middle of skills": skillPage(skillToken),
    "async chat claimed and finished": work,
    "async chat created": AsyncChat.use((chat) => chat.create({ request })),
    "skill created": Skills.use((skills) => skills.create({ file })),
    "key created": Store.createKey({ group: largeGroup }),
    "latest 100 keys": Store.listKeys({ last: pageSize })
  }
  return operations
})

describe.each([
  ["SQLite", sqlite] as const,
  ...(hasPostgres() || process.env["CI"] ? [["PostgreSQL", postgresql] as const] : [])
])("on %s", (_name, newDatabase) => {
  it.live("each operation finds its rows by an index", () =>
    Effect.gen(function* () {
      const tables = Layer.merge(
        yield* Effect.promise(newDatabase),
        Store.layerPepper(Redacted.make("p".repeat(32)))
      )
      const store = Layer.mergeAll(Store.layerApiKeyVerifier, Store.layerAsyncChat, Store.layerSkills()).pipe(
        Layer.provideMerge(tables),
        Layer.provideMerge(Logger.layer([]))
      )
      yield* Effect.gen(function* () {
        const { id, key } = yield* fill(rows)
        const asCaller = Effect.provideService(Caller, { group: largeGroup, key: id })
        for (const [name, operation] of Object.entries(yield* asCaller(operationsOf(key)))) {
          const statements = yield* asCaller(statementsOf(operation))
          assert.isAbove(statements.size, 0)
          for (const [text, values] of statements)
            assert.deepStrictEqual(yield* faultsOf(text, values), [], name)
        }
      }).pipe(Effect.provide(store))
    })
  )
})
