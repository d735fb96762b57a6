// What the store does often reads a few rows, however many there are: 20,000 of each kind, on both databases.
import { assert, it } from "@effect/vitest"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { newSchema, type PostgresServer, startPostgres } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe } from "vitest"
import { hasPostgres } from "../../src/postgres/programs.ts"
import { fill } from "../../src/benchmarks/store/fillStore.ts"
import {
  type Place,
  layerStore,
  makeOperations,
  names
} from "../../src/benchmarks/store/measuredOperations.ts"

const rows = 20_000

/** Rows that a statement may read of a table: five pages. */
const most = 500

const folder = mkdtempSync(join(tmpdir(), "leadline-rows-"))
let postgres: PostgresServer | undefined
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await postgres?.stop()
})

const places: { readonly [database: string]: () => Promise<Place> } = {
  SQLite: async () => ({ filename: join(folder, "store.sqlite") }),
  ...((hasPostgres() || process.env["CI"]) && {
    PostgreSQL: async () => {
      postgres = await startPostgres()
      return { url: await newSchema(postgres.url) }
    }
  })
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

describe.each(Object.keys(places))("on %s", (database) => {
  it.live("each operation finds its rows by an index", () =>
    Effect.gen(function* () {
      const place = yield* Effect.promise(() => places[database]?.() ?? assert.fail())
      const store = Layer.provideMerge(layerStore(place), Logger.layer([]))
      yield* Effect.gen(function* () {
        const keys = yield* fill(rows, 20)
        const own = yield* makeOperations(keys, rows, 3)
        const unknown = ApiKeyVerifier.use(({ verify }) => verify(Redacted.make("unknown"))).pipe(
          Effect.ignore
        )
        const seen = [...(yield* Effect.forEach(own, statementsOf)), yield* statementsOf(unknown)]
        for (const [index, statements] of seen.entries()) {
          assert.isAbove(statements.size, 0)
          for (const [text, values] of statements) {
            assert.deepStrictEqual(yield* faultsOf(text, values), [], names[index] ?? "a key of another form")
          }
        }
      }).pipe(Effect.provide(store))
    })
  )
})
