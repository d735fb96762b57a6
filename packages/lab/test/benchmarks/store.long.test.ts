// What the store does often reads a few rows of a PostgreSQL, however many there are: 20,000 of each kind. The plans of
// SQLite are in packages/store-sql/test/database.
import { assert, it } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import { ApiKeyVerifier, Caller } from "@leadline/core/authentication"
import { Chat, make } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import { Skills } from "@leadline/core/skills"
import { bundle, layerNewSchema, startPostgres } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { hasPostgres } from "../../src/postgres/programs.ts"

const rows = 20_000

/** Rows that a statement may read of a table: five pages. */
const most = 500
const pageSize = 100

/** The group of half of all rows. The others have 1,000 rows each of every kind. */
const large = "large"

/** Keys, skills, and async chats of the last days, of which every other one waits for a worker. */
const filling = (key: string, pepper: string, at: number) => [
  // No triggers, which would make a version of the group's row for each row: its sums are set at the end.
  "SET LOCAL session_replication_role = replica",
  `CREATE TEMP TABLE n ON COMMIT DROP AS SELECT i, 1000000000000 + i AS id, ${at} + i AS at,
    MD5(RANDOM()::TEXT) AS text, CASE WHEN i % 2 = 0 THEN '${large}' ELSE 'group-' || i / 2000 END AS own
    FROM generate_series(0, ${rows - 1}) AS i`,
  `INSERT INTO api_key (id, group_id, name, mac, pepper_version, created_at, row_mac)
    SELECT SUBSTR(TRANSLATE(text, 'abcdef', 'kPtYwZ'), 1, 10), own, 'key', text || text, '${pepper}', at, text || text
    FROM n ON CONFLICT DO NOTHING`,
  `INSERT INTO skill (skill_id, group_id, revision, created_at, updated_at)
    SELECT 'skill_' || id, own, 'rev_' || id, at, at FROM n`,
  `INSERT INTO skill_revision (revision, skill_id, name, description, created_at, bytes)
    SELECT 'rev_' || id, 'skill_' || id, 'skill-' || i, 'Reads tables.', at, 64 FROM n`,
  `INSERT INTO skill_file (revision, piece, content) SELECT 'rev_' || id, 0, text::BYTEA FROM n`,
  `INSERT INTO async_chat (id, group_id, key_id, model, status, request, request_hash, created_at, completed_at, response,
      starts, bytes)
    SELECT text, own, '${key}', 'sonar', CASE WHEN i / 2 % 2 = 0 THEN 'CREATED' ELSE 'COMPLETED' END,
      '{"model":"sonar","messages":[{"role":"user","content":"' || i || '"}]}', '', at,
      CASE WHEN i / 2 % 2 = 0 THEN NULL ELSE at END, CASE WHEN i / 2 % 2 = 0 THEN NULL ELSE '{}' END, i / 2 % 2, 100
    FROM n`,
  // Behind the sealed end of the log.
  `INSERT INTO audit_event (seq, at, action, object_type, object_id, outcome, previous_hash, hash)
    SELECT -1 - ROW_NUMBER() OVER (), at, 'key.create', 'api_key', text, 'ok', text, text FROM n`,
  "UPDATE api_group SET skills = 99, revisions = 99, kept_chats = 99, queued_chats = 99, stored_bytes = 9999"
]

/** Fills the tables by SQL; gives a key that can be checked. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Store.createGroup(large)
  yield* Store.setGroup(large, { max_keys: rows })
  for (let id = 0; id < rows / 2_000; id++) yield* Store.createGroup(`group-${id}`)
  const key = yield* Store.createKey({ group: large })
  const { versions } = yield* Store.Pepper
  const statements = filling(key.id, versions[0], Date.now() - 6 * 86_400_000)
  yield* sql.withTransaction(Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true }))
  yield* sql`ANALYZE`
  return key
})

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

interface Plan {
  readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }>
}

/** Each part of a plan that reads more than it may. */
const excessOf = (node: Node): ReadonlyArray<string> => {
  const loops = node["Actual Loops"] ?? 1
  const read = ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * loops
  const own = read > most ? [`${node["Node Type"]} of ${node["Relation Name"]}: ${read} rows`] : []
  return [...own, ...(node.Plans ?? []).flatMap(excessOf)]
}

/** What a statement reads too much. It is undone. */
const excess = Effect.fnUntraced(function* (text: string, values: ReadonlyArray<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const explained = sql.unsafe<Plan>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
  const undone = sql.withTransaction(Effect.flatMap(explained, (plans) => Effect.fail({ plans })))
  const ended = yield* Effect.flip(undone)
  if (!("plans" in ended)) return yield* Effect.fail(ended)
  return ended.plans.flatMap((row) => row["QUERY PLAN"]).flatMap(({ Plan }) => excessOf(Plan))
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

/** A worker claims and finishes a few async chats. */
const work = Effect.gen(function* () {
  const ended = yield* Deferred.make<void>()
  let calls = 0
  const create = Effect.suspend(() =>
    ++calls <= 20
      ? Effect.succeed({
          id: "c",
          model: "sonar",
          created: 1,
          object: "chat.completion" as const,
          choices: [
            { index: 0, finish_reason: "stop", message: { role: "assistant" as const, content: "No." } }
          ]
        })
      : Effect.andThen(Deferred.succeed(ended, undefined), Effect.never)
  )
  const chat = Layer.succeed(Chat, make({ create: () => create, stream: () => Effect.die("unused") }))
  const worker = Layer.fresh(Store.layerAsyncChatWorker({ concurrency: 1 }).pipe(Layer.provide(chat)))
  yield* Effect.provide(Deferred.await(ended), worker)
})

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
    "key check": ApiKeyVerifier.use(({ verify }) => verify(key)),
    "first page of async chats": chatPage(),
    "page in the middle": chatPage(chatToken),
    "first page of skills": skillPage(),
    "page in the middle of skills": skillPage(skillToken),
    "async chat claimed and finished": work,
    "async chat created": AsyncChat.use((chat) => chat.create({ request })),
    "skill created": Skills.use((skills) => skills.create({ file })),
    "key created": Store.createKey({ group: large }),
    "latest 100 keys": Store.listKeys({ last: pageSize })
  }
  return operations
})

it.live.skipIf(!hasPostgres() && process.env["CI"] === undefined)("each operation reads few rows", () =>
  Effect.gen(function* () {
    const { url } = yield* Effect.acquireRelease(Effect.promise(startPostgres), ({ stop }) =>
      Effect.promise(stop)
    )
    const tables = Layer.merge(layerNewSchema(url), Store.layerPepper(Redacted.make("p".repeat(32))))
    const store = Layer.mergeAll(Store.layerApiKeyVerifier, Store.layerAsyncChat, Store.layerSkills()).pipe(
      Layer.provideMerge(tables),
      Layer.provideMerge(Logger.layer([]))
    )
    yield* Effect.gen(function* () {
      const { id, key } = yield* fill
      const asCaller = Effect.provideService(Caller, { group: large, key: id })
      for (const [name, operation] of Object.entries(yield* asCaller(operationsOf(key)))) {
        const statements = yield* asCaller(statementsOf(operation))
        assert.isAbove(statements.size, 0)
        for (const [text, values] of statements)
          assert.deepStrictEqual(yield* excess(text, values), [], `${name}: ${text}`)
      }
    }).pipe(Effect.provide(store))
  })
)
