// The tables of a store in the order of a copy, and how their rows are read in steps.
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type BigIntColumn, limitTo } from "../dialect.ts"

type Client = SqlClient.SqlClient

/** A row of any table. */
export type Row = { readonly [column: string]: unknown }

/** A table that is copied. */
export interface Table {
  readonly name: string
  /** The columns of its primary key. */
  readonly key: ReadonlyArray<string>
  /** Rows of one step: some are large. */
  readonly batch: number
  /** Whether the migrations insert rows, which are replaced. */
  readonly isReplaced?: true
}

const small = 200

/** In the order in which rows refer to each other, without {@link head}. */
export const tables: ReadonlyArray<Table> = [
  { name: "api_group", key: ["id"], batch: small, isReplaced: true },
  { name: "store_state", key: ["id"], batch: small, isReplaced: true },
  { name: "api_key", key: ["id"], batch: small },
  { name: "revocation", key: ["seq"], batch: small },
  { name: "audit_event", key: ["seq"], batch: small },
  { name: "group_spend", key: ["group_id", "month", "operation"], batch: small },
  { name: "policy", key: ["id"], batch: 16 },
  { name: "skill", key: ["skill_id"], batch: small },
  { name: "skill_revision", key: ["revision"], batch: small },
  { name: "skill_file", key: ["revision", "piece"], batch: 16 },
  { name: "async_chat", key: ["id"], batch: 4 },
  { name: "async_chat_part", key: ["chat_id", "place"], batch: 4 },
  { name: "review", key: ["id"], batch: 16 },
  { name: "policy_audit", key: ["group_id", "policy"], batch: small }
]

/** The head of the audit log, which is copied last. */
export const head: Table = { name: "audit_head", key: ["id"], batch: small }

/** The names of all tables that are copied. */
export const copiedTables: ReadonlyArray<string> = [...tables, head].map(({ name }) => name)

/** The number of rows. */
export const count = (sql: Client, { name }: Table) =>
  Effect.map(sql<{ readonly count: BigIntColumn }>`SELECT COUNT(*) AS count FROM ${sql(name)}`, ([row]) =>
    Number(row?.count ?? 0)
  )

const keyOf = (sql: Client, { key }: Table) => sql.literal(key.join(", "))

/** Some rows behind a position, in the order of the key. */
export const rowsAfter = (sql: Client, table: Table, after: Row | undefined, limit: number) => {
  const position =
    after === undefined
      ? sql``
      : sql`WHERE (${keyOf(sql, table)}) > ${sql.in(table.key.map((name) => after[name]))}`
  return sql<Row>`SELECT * FROM ${sql(table.name)} ${position} ORDER BY ${keyOf(sql, table)} ${limitTo(sql, limit)}`
}

/** The last of so many rows, at which an interrupted copy goes on. */
export const lastOf = (sql: Client, table: Table, copied: number) =>
  copied === 0
    ? Effect.undefined
    : Effect.map(
        sql<Row>`SELECT ${keyOf(sql, table)} FROM ${sql(table.name)}
          ORDER BY ${keyOf(sql, table)} LIMIT 1 OFFSET ${copied - 1}`,
        ([row]) => row
      )

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
export const digest = Effect.fnUntraced(function* (sql: Client, table: Table) {
  let [sum, after] = [0n, undefined as Row | undefined]
  while (true) {
    const rows = yield* rowsAfter(sql, table, after, table.batch)
    for (const row of rows) sum += BigInt(`0x${hashOf(row)}`)
    if (rows.length < table.batch) return sum
    after = rows.at(-1)
  }
})
