// The time of tests: the test clock, and what takes real time over PostgreSQL.
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { setTimeout } from "node:timers/promises"
import { inspect } from "node:util"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    postgres: string | undefined
  }
}

/** The URL of the PostgreSQL that these tests run over; undefined: they run over SQLite. */
export const postgresUrl = inject("postgres")

/** Checks in a row that find nothing running: between two statements, and while it connects, a node looks idle. */
const idleChecks = 20

/** Waits until nothing runs in a PostgreSQL: what the test clock started takes real time there. */
const settled = Effect.gen(function* () {
  const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
  if (postgresUrl === undefined || Option.isNone(sql)) return
  const running = sql.value`SELECT pid FROM pg_stat_activity WHERE state IS DISTINCT FROM 'idle'
    AND pid <> pg_backend_pid() AND application_name = current_setting('application_name')`
  for (let idle = 0; idle < idleChecks;) idle = (yield* running).length === 0 ? idle + 1 : 0
}).pipe(Effect.orDie)

/** Moves the test clock, and waits for what that starts. */
export const adjust = (by: Duration.Input) => Effect.andThen(TestClock.adjust(by), settled)

/** Lets time pass between two looks at a state: that of the test clock, or a little real time. */
const poll = Effect.flatMap(Clock.Clock, (clock) =>
  Effect.andThen("adjust" in clock ? adjust(10) : Effect.void, () => Effect.promise(() => setTimeout(2)))
)

/** Milliseconds of real time after which a state is not waited for any longer. */
const longest = 90_000

/**
 * Reads until something holds; dies with what it has read last when it never does. What another fiber, process or
 * database does takes real time; what waits on the test clock gets 10 ms of it each time, or what `pass` does.
 */
export const eventually = <A, E, R>(
  read: Effect.Effect<A, E, R>,
  holds: (value: A) => boolean,
  pass: Effect.Effect<unknown> = poll
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const end = performance.now() + longest
    const look: Effect.Effect<A, E, R> = Effect.filterOrElse(read, holds, (found) =>
      performance.now() > end
        ? Effect.die(new Error(`Waited ${longest} ms in vain, last for: ${inspect(found)}`))
        : Effect.andThen(
            pass,
            Effect.suspend(() => look)
          )
    )
    return look
  })

/** Lets a change by SQL show: at once over SQLite, within a second over PostgreSQL. */
export const noticed = Effect.suspend(() => (postgresUrl === undefined ? Effect.void : adjust(1_000)))

/** Runs a test from a time on, which is set before its store opens: its timers would run through all the years. */
export const startingAt =
  (time: string | number) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.andThen(TestClock.setTime(typeof time === "number" ? time : Date.parse(time)), test)
