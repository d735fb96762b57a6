// Copies a store from one database to another, of the same kind or not. It can be interrupted and run again.
// Source: §3; Assumed: ours, the document says nothing of stores.
import { createHash } from "node:crypto"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { BigIntColumn } from "./dialect.ts"
import { toStoreError } from "./failures.ts"
import { StoreError } from "./StoreError.ts"

type Client = SqlClient.SqlClient
type Row = { readonly [column: string]: unknown }

interface Table {
  readonly name: string
  /** The columns of its primary key. */
  readonly key: ReadonlyArray<string>
  /** Rows of one step: some are large. */
  readonly batch: number
  /** Whether the migrations insert rows, which are replaced. */
  readonly isReplaced?: true
}

const small = 200

/** In the order in which rows refer to each other. The head of the audit log is last: with it a copy is complete. */
const tables: ReadonlyArray<Table> = [
  { name: "api_group", key: ["id"], batch: small, isReplaced: true },
  { name: "store_state", key: ["id"], batch: small, isReplaced: true },
  { name: "api_key", key: ["id"], batch: small },
  { name: "revocation", key: ["seq"], batch: small },
  { name: "audit_event", key: ["seq"], batch: small },
  { name: "group_spend", key: ["group_id", "month", "operation"], batch: small },
  { name: "skill", key: ["skill_id"], batch: small },
  { name: "skill_revision", key: ["revision"], batch: small },
  { name: "skill_file", key: ["revision", "piece"], batch: 16 },
  { name: "async_chat", key: ["id"], batch: 4 },
  { name: "async_chat_part", key: ["chat_id", "place"], batch: 4 }
]

const head = "audit_head"

/** The names of all tables that are copied. */
export const copiedTables: ReadonlyArray<string> = [...tables.map(({ name }) => name), head]

/** Sums that triggers raise while rows are copied, and that are set again afterwards. */
const sums = ["stored_bytes", "skills", "revisions", "queued_chats", "kept_chats"]

const count = (sql: Client, table: string) =>
  Effect.map(sql<{ readonly count: BigIntColumn }>`SELECT COUNT(*) AS count FROM ${sql(table)}`, ([row]) =>
    Number(row?.count ?? 0)
  )

const keyOf = (sql: Client, { key }: Table) => sql.literal(key.join(", "))

/** Some rows behind a position, in the order of the key. */
const rowsAfter = (sql: Client, table: Table, after: Row | undefined, limit: number) => {
  const position =
    after === undefined
      ? sql``
      : sql`WHERE (${keyOf(sql, table)}) > ${sql.in(table.key.map((name) => after[name]))}`
  return sql<Row>`SELECT * FROM ${sql(table.name)} ${position} ORDER BY ${keyOf(sql, table)} LIMIT ${limit}`
}

/** The last of so many rows, at which an interrupted copy goes on. */
const lastOf = (sql: Client, table: Table, copied: number) =>
  copied === 0
    ? Effect.undefined
    : Effect.map(
        sql<Row>`SELECT ${keyOf(sql, table)} FROM ${sql(table.name)}
          ORDER BY ${keyOf(sql, table)} LIMIT 1 OFFSET ${copied - 1}`,
        ([row]) => row
      )

type Rows = Arr.NonEmptyReadonlyArray<Row>

const insert = (sql: Client, { key, name }: Pick<Table, "key" | "name">, rows: Rows, isReplaced: boolean) => {
  const values = sql.insert(rows)
  if (!isReplaced) return sql`INSERT INTO ${sql(name)} ${values}`
  const changes = Object.keys(rows[0])
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return sql`INSERT INTO ${sql(name)} ${values}
    ON CONFLICT (${sql.literal(key.join(", "))}) DO UPDATE SET ${sql.literal(changes.join(", "))}`
}

/** Progress of {@link copyStore}. */
export interface CopyProgress {
  readonly table: string
  /** Rows that are there now, of `total`. */
  readonly copied: number
  readonly total: number
}

/** Where a store is copied from and to, both with current tables. */
export interface CopyOptions {
  /** The database that is read. */
  readonly from: SqlClient.SqlClient
  /** The database that is written: empty, or with the beginning of the same copy. */
  readonly to: SqlClient.SqlClient
  /** Runs after each step. Default: nothing. */
  readonly onProgress?: ((progress: CopyProgress) => Effect.Effect<void>) | undefined
}

const copyTable = Effect.fnUntraced(function* (table: Table, { from, onProgress, to }: CopyOptions) {
  const total = yield* count(from, table.name)
  const isReplaced = table.isReplaced === true
  let copied = isReplaced ? 0 : yield* count(to, table.name)
  let after = yield* lastOf(from, table, copied)
  while (copied < total) {
    const rows = yield* rowsAfter(from, table, after, table.batch)
    if (!Arr.isReadonlyArrayNonEmpty(rows)) break
    yield* to.withTransaction(insert(to, table, rows, isReplaced))
    copied += rows.length
    after = rows.at(-1)
    yield* onProgress?.({ table: table.name, copied, total }) ?? Effect.void
  }
})

const hashOf = (row: Row): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [
            name,
            value instanceof Uint8Array ? createHash("sha256").update(value).digest("hex") : value
          ])
          .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1))
      )
    )
    .digest("hex")

/** A sum over the hashes of all rows, in whatever order a database has them. */
const digest = Effect.fnUntraced(function* (sql: Client, table: Table) {
  let [sum, after] = [0n, undefined as Row | undefined]
  while (true) {
    const rows = yield* rowsAfter(sql, table, after, table.batch)
    for (const row of rows) sum += BigInt(`0x${hashOf(row)}`)
    if (rows.length < table.batch) return sum
    after = rows.at(-1)
  }
})

/**
 * Copies all tables of a store, then compares them row by row. Stop its servers first. An interrupted copy goes on where
 * it was when it is run again. Fails with a {@link StoreError} when the other database is a store in use, or differs
 * afterwards. The pepper is not in a database: the copy needs the same one.
 */
export const copyStore = (options: CopyOptions): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const { from, to } = options
    if ((yield* count(to, head)) > 0) {
      return yield* new StoreError({
        message: "The database to copy to is a store already: name an empty one."
      })
    }
    for (const table of tables) yield* copyTable(table, options)
    const groups = yield* from<Row>`SELECT id, ${from.literal(sums.join(", "))} FROM api_group`
    yield* to.withTransaction(
      Effect.forEach(
        groups,
        ({ id, ...values }) => to`UPDATE api_group SET ${to.update(values)} WHERE id = ${id}`
      )
    )
    for (const table of tables) {
      if ((yield* digest(from, table)) === (yield* digest(to, table))) continue
      return yield* new StoreError({
        message: `The copy differs in ${table.name}: stop the servers of the store, and copy to an empty database.`
      })
    }
    const rows = yield* from<Row>`SELECT * FROM ${from(head)}`
    if (Arr.isReadonlyArrayNonEmpty(rows)) yield* insert(to, { name: head, key: ["id"] }, rows, false)
  }).pipe(toStoreError)
