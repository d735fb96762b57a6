// Fixed windows that all nodes count together, stored in a PostgreSQL.
import { cappedAmount, type WindowResult, type WindowRequest, type Windows } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { type BigIntColumn, leaseClock } from "../database/dialect.ts"

/** Milliseconds after which a statement is given up. The request no longer waits for it by then. */
const statementTimeout = 1_000

/** A window as one statement has left it. Times are those of the database. */
interface Row {
  readonly is_taken: boolean
  readonly used: BigIntColumn
  readonly start: BigIntColumn
  readonly now: BigIntColumn
}

/**
 * Lets the caller leave a statement at once. To interrupt the statement itself takes seconds while the database is
 * silent, and a connection.
 */
const leavable = <A, E>(statement: Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.forkDetach(Effect.timeout(statement, statementTimeout)), Fiber.join)

/** Counts in one statement, by the clock of the database. */
export const makeWindows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* leaseClock

  const take = (request: WindowRequest) => {
    const amount = cappedAmount(request)
    const { limit, name, seconds } = request
    const fits = amount <= limit
    // Windows that begin later are those of statements that were faster; much later, the clock was set back.
    const runs = sql`w.start BETWEEN EXCLUDED.start AND EXCLUDED.start + ${seconds}`
    return sql<Row>`
      INSERT INTO limit_window AS w (name, start, used, is_taken)
      VALUES (${name}, ${now} / 1000 / ${seconds} * ${seconds}, ${fits ? amount : 0}, ${fits})
      ON CONFLICT (name) DO UPDATE SET
        start = CASE WHEN ${runs} THEN w.start ELSE EXCLUDED.start END,
        used = CASE WHEN NOT (${runs}) THEN EXCLUDED.used
          WHEN w.used + ${amount} <= ${limit} THEN w.used + ${amount} ELSE w.used END,
        is_taken = CASE WHEN ${runs} THEN w.used + ${amount} <= ${limit} ELSE EXCLUDED.is_taken END
      RETURNING is_taken, used, start, ${now} AS now`
  }

  const add = (name: string, start: number, amount: number) =>
    sql`UPDATE limit_window SET used = GREATEST(0, used + ${amount}) WHERE name = ${name} AND start = ${start}`

  const resultOf = (request: WindowRequest, row: Row): WindowResult => {
    const start = Number(row.start)
    return {
      isTaken: row.is_taken,
      amount: cappedAmount(request),
      limit: request.limit,
      used: Number(row.used),
      start,
      now: Number(row.now),
      add: (amount) => Effect.ignore(leavable(add(request.name, start, amount)))
    }
  }

  const windows: Windows<{ readonly message: string }> = {
    take: (request) =>
      leavable(take(request)).pipe(
        Effect.flatMap(([row]) =>
          row === undefined
            ? Effect.fail({ message: "the database returned no row" })
            : Effect.succeed(resultOf(request, row))
        )
      )
  }
  return windows
})
