// Tables: later migrations, which of them a copy has, texts in them, and the plans of queries that run often.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as fc from "fast-check"
import { makeExpire } from "../../src/async-chat/expiry.ts"
import * as Queries from "../../src/async-chat/queries.ts"
import { Migrations, type MigrationRecord } from "../../src/database/migrations.ts"
import { copiedTables } from "../../src/database/copy/tables.ts"
import { migrate } from "../../src/database/migrate.ts"
import { createKey, layerAsyncChat, layerSkills, setGroup } from "../../src/index.ts"
import { fromStored, toStored } from "../../src/database/storedText.ts"
import { claim, create as createChat } from "../async-chat/scriptedChat.ts"
import { create as createSkill } from "../skills/skillStore.ts"
import {
  check,
  database,
  directory,
  emptyDatabase,
  newStore,
  postgresUrl,
  query,
  test,
  testOver
} from "../stores.ts"

/** Each column, after its table. */
const columns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.onDialectOrElse({
    pg: () => sql`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema()`,
    orElse: () => sql`SELECT m.name, i.name
      FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table'`
  }).values
})

/** The first of all migrations, and what follows in a test. */
const withLater = Effect.fnUntraced(function* (later: MigrationRecord) {
  const [first] = Object.entries(yield* Migrations)
  return Object.fromEntries([first ?? assert.fail("There are no tables"), ...Object.entries(later)])
})

const addColumn = Effect.asVoid(query`ALTER TABLE api_group ADD COLUMN later TEXT`)
const later = withLater({ "2_later": addColumn })

const emptyTest = testOver(emptyDatabase)

describe("a migration", () => {
  emptyTest("that fails changes nothing, and is done by the next start", function* () {
    yield* migrate
    const before = yield* columns
    const fails = yield* withLater({
      "2_later": Effect.andThen(addColumn, query`SELECT * FROM nowhere`) as never
    })
    assert.strictEqual(
      (yield* Effect.exit(Effect.provideService(migrate, Migrations, fails)))._tag,
      "Failure"
    )
    assert.deepEqual(yield* columns, before)
    yield* Effect.provideService(migrate, Migrations, yield* later)
    assert.lengthOf(yield* columns, before.length + 1)
  })

  test("of a newer version is refused, as are older tables where nothing may update them", function* () {
    const path = yield* directory
    const open = (how: boolean | "create" | "require") =>
      Effect.scoped(Layer.build(Layer.fresh(database(path, { migrate: how }))))
    const newer = Effect.provideServiceEffect(Migrations, later)
    assert.isTrue((yield* Effect.flip(open("require"))).isMissing)
    yield* open("create")
    for (const how of ["create", "require"] as const)
      assert.match(
        (yield* newer(Effect.flip(open(how)))).message,
        /older version \(migration 1, this one needs 2\): run/
      )
    yield* newer(open(true))
    for (const how of [true, "create", "require"] as const)
      assert.match((yield* Effect.flip(open(how))).message, /newer version \(migration 2, this one knows 1\)/)
  })
})

/** Tables with rows of a group: `deleteGroup` deletes them, but for keys, which it revokes, and sums, which stay. */
const tablesOfGroups = ["api_key", "async_chat", "group_spend", "policy", "policy_audit", "review", "skill"]

emptyTest("a new table is copied, and belongs into deleteGroup and this list if it has groups", function* () {
  yield* migrate
  const all = yield* columns
  const own = ["migration", "batch_writer", ...(postgresUrl === undefined ? [] : ["limit_window"])]
  assert.sameMembers([...new Set(all.map(([table]) => table))], [...copiedTables, ...own])
  const ofGroups = all.flatMap(([table, column]) => (column === "group_id" ? [table] : []))
  assert.sameMembers(ofGroups, tablesOfGroups)
})

const text = fc.string({
  unit: fc.constantFrom("a", "0", "\0", "\ud83c", "\udf0a", "\u{10ffff}", "é", "\ufffd")
})

it("a stored text comes back unchanged, is valid Unicode, and has no NUL", () => {
  fc.assert(
    fc.property(text, (given) => {
      const stored = toStored(given)
      assert.isTrue(stored.isWellFormed())
      assert.notInclude(stored, "\0")
      assert.strictEqual(fromStored(stored), given)
    }),
    { examples: [["\u{10ffff}000000"]] }
  )
})

/** The plan of each statement that reads a table and that an effect runs; inserts read nothing. */
const plansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements = new Map<string, ReadonlyArray<unknown>>()
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    const [command, parameters] = statement.compile()
    if (/^\s*(?:SELECT|UPDATE|DELETE)/.test(command)) statements.set(command, parameters)
    return Effect.succeed(statement)
  })
  const sql = yield* SqlClient.SqlClient
  const plans = yield* Effect.forEach(statements, ([statement, parameters]) =>
    sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, parameters)
  )
  return plans.flat().map(({ detail }) => detail)
})

const everything = Layer.mergeAll(layerAsyncChat, layerSkills()).pipe(Layer.provideMerge(newStore))

// The plans are those of SQLite.
testOver(everything).skipIf(postgresUrl !== undefined)(
  "keys, pages and the queue are found by indexes, from the right place on",
  function* () {
    const { key } = yield* createKey()
    yield* setGroup("default", { budget_usd: 1 })
    const { list } = yield* Skills
    for (const name of ["one", "two"]) yield* createSkill(name)
    const { next_page_token } = yield* list({ limit: 1 })
    const keyed = createChat("hello", { idempotency_key: "k" })
    yield* keyed
    const { expire } = yield* makeExpire
    const work = Effect.gen(function* () {
      yield* check(key)
      yield* list({ limit: 1, page_token: next_page_token ?? "" })
      const job = yield* claim("me")
      yield* claim("me")
      const id = job?.id ?? assert.fail()
      yield* Queries.renew(id, "me", 1)
      yield* Queries.recover
      yield* Queries.release(id, "me")
      yield* Queries.finish({ group_id: "default", id }, "me", { error_message: "" })
      yield* expire
      yield* keyed
    })
    const plans = yield* plansOf(work)
    for (const plan of plans) assert.notMatch(plan, /^SCAN|TEMP B-TREE/)
    for (const part of ["audit_event_object (object_id=? AND action=?)", "(created_at,skill_id)<(?,?)"])
      assert.include(plans.join("\n"), part)
  }
)
