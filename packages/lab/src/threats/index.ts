// The table of threats.
import { adminRows } from "./rows/adminPort.ts"
import { bodyRows } from "./rows/bodies.ts"
import { framingRows } from "./rows/framing.ts"
import { databaseRows, heavyRows, openaiRows } from "./rows/cpuExhaustion.ts"
import { authenticationRows } from "./rows/authentication.ts"
import { pathRows } from "./rows/routing.ts"
import { memoryRows } from "./rows/memory.ts"
import { originRows } from "./rows/cors.ts"
import { isolationRows } from "./rows/tenantIsolation.ts"
import { schemaRows } from "./rows/schemas.ts"
import { streamRows } from "./rows/streams.ts"
import type { Row } from "./rows/row.ts"
import type { Threat } from "./Threat.ts"

export { runOnNode } from "./runOnNode.ts"
export type { Outcome } from "./Threat.ts"

const numbered = (letter: string, rows: ReadonlyArray<Row>): ReadonlyArray<Threat> =>
  rows.map((row, at) => ({ id: `${letter}${at + 1}`, ...row }))

/** The rows about keys, groups, quotas and budgets. */
export const keyThreats = numbered("K", [...authenticationRows, ...isolationRows])

/** The rows about others who use the PostgreSQL of the servers. */
export const databaseThreats = numbered("D", databaseRows)

/** Rows by the letter of their ids. */
const tables: { readonly [letter: string]: ReadonlyArray<Row> } = {
  P: pathRows,
  F: framingRows,
  B: bodyRows,
  M: memoryRows,
  S: streamRows,
  O: originRows.map((row) => ({ server: "listed", ...row })),
  A: adminRows.map((row) => ({ server: "admin", ...row })),
  H: [...heavyRows, ...openaiRows],
  J: schemaRows
}

/** All rows that need no PostgreSQL. */
export const threats: ReadonlyArray<Threat> = [
  ...keyThreats,
  ...Object.entries(tables).flatMap(([letter, rows]) => numbered(letter, rows))
]
