// Statements of tests, in the database of a store.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The rows of a statement, or its `values`. */
export const query = <A extends object = { readonly [column: string]: unknown }>(
  strings: TemplateStringsArray,
  ...parameters: ReadonlyArray<unknown>
) => {
  const statement = Effect.map(SqlClient.SqlClient, (sql) => sql<A>(strings, ...parameters))
  return Object.assign(Effect.flatten(statement), {
    values: Effect.flatMap(statement, ({ values }) => values)
  })
}
