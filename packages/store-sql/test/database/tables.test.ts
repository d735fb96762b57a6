// Tables: later migrations, which tables a copy has, and texts in them.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { Migrations, type MigrationRecord } from "../../src/database/migrations.ts"
import { copiedTables } from "../../src/database/copy/tables.ts"
import { migrate } from "../../src/database/migrate.ts"
import { fromStored, toStored } from "../../src/database/storedText.ts"
import { database, directory, emptyDatabase, postgresUrl, query, test, testOver } from "../stores.ts"

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
