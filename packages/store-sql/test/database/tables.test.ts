// Tables: what migrations do to them for nodes of the version before, which of them a copy has, and texts in them.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import { migrations } from "../../src/database/migrations.ts"
import { copiedTables } from "../../src/database/copy/tables.ts"
import { migrate } from "../../src/database/migrate.ts"
import { emptyDatabase, postgresUrl } from "../stores.ts"
import { testOver } from "../effects.ts"
import * as fc from "fast-check"
import { fromStored, toStored } from "../../src/database/storedText.ts"

/** What all nodes knew that ever shared a PostgreSQL. */
const first = 11

/** Migrations that take away what the version before no longer used, with the version since which nothing uses it. */
const contracts: { readonly [migration: string]: string } = {}

/** Runs the first `count` migrations, those that have not run yet. */
const migrateTo = (count: number) =>
  Migrator.make({})({
    loader: Migrator.fromRecord(Object.fromEntries(Object.entries(migrations).slice(0, count))),
    table: "migration"
  })

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  /** Whether a statement that does not know it can insert a row. */
  readonly isOptional: boolean
}

/** SQLite has no booleans. */
type Row = Omit<Column, "isOptional"> & { readonly isOptional: unknown }

const columns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<Row>`
      SELECT table_name AS "table", column_name AS name, data_type AS type,
        is_nullable = 'YES' OR column_default IS NOT NULL AS "isOptional"
      FROM information_schema.columns WHERE table_schema = current_schema()`,
    orElse: () => sql<Row>`
      SELECT m.name AS "table", i.name, i.type, i."notnull" = 0 OR i.dflt_value IS NOT NULL AS "isOptional"
      FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table'`
  })
  return rows.map((column) => ({ ...column, isOptional: Boolean(column.isOptional) }))
})

const nameOf = ({ name, table, type }: Column) => `${table}.${name} ${type}`

/** What a migration did that statements of the version before do not bear. */
const faultsOf = (before: ReadonlyArray<Column>, after: ReadonlyArray<Column>): ReadonlyArray<string> => {
  const [was, is] = [before, after].map((all) => new Map(all.map((one) => [nameOf(one), one])))
  if (was === undefined || is === undefined) return assert.fail()
  const tables = new Set(before.map(({ table }) => table))
  return [
    ...before.filter((one) => !is.has(nameOf(one))).map((one) => `${nameOf(one)} is gone`),
    ...before
      .filter((one) => one.isOptional && is.get(nameOf(one))?.isOptional === false)
      .map((one) => `${nameOf(one)} must be given`),
    ...after
      .filter((one) => tables.has(one.table) && !was.has(nameOf(one)) && !one.isOptional)
      .map((one) => `${nameOf(one)} is new, and must be given`)
  ]
}

const emptyTest = testOver(emptyDatabase)

emptyTest("a migration only adds to the tables of the version before", function* () {
  yield* migrateTo(first)
  let before = yield* columns
  assert.isAbove(before.length, 50)
  for (const [index, name] of Object.keys(migrations).entries()) {
    if (index < first) continue
    yield* migrateTo(index + 1)
    const after = yield* columns
    if (contracts[name] === undefined) assert.deepStrictEqual(faultsOf(before, after), [], name)
    before = after
  }
})

emptyTest("a copy has all tables, but that of the migrations and that of the nodes", function* () {
  yield* migrate
  const names = new Set((yield* columns).map(({ table }) => table))
  const own = ["migration", "batch_writer", ...(postgresUrl === undefined ? [] : ["limit_window"])]
  assert.sameMembers([...names], [...copiedTables, ...own])
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
    })
  )
})
