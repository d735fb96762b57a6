// Checks before a server uses a store: the database is whole, and the clock is plausible.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { toStoreError } from "./failures.ts"
import { lastHeartbeat } from "./heartbeat.ts"
import { remedy } from "./sqlite/sqliteError.ts"
import { StoreError } from "./StoreError.ts"

/** Options of {@link checkStart}. */
export interface StartOptions {
  /** Accepts the clock whatever it says. Default false. */
  readonly acceptClock?: boolean | undefined
}

/** Milliseconds the clock may be before the last write: servers' clocks differ, and are corrected. */
const tolerance = 300_000
/** Milliseconds the clock may be after the last write: as long as async chats are kept. */
const longestPause = 604_800_000

const time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

const checkClock = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const last = yield* lastHeartbeat
  if (now >= last - tolerance && now <= last + longestPause) return
  return yield* new StoreError({
    message:
      `The clock says ${time(now)}, but the store was last written at ${time(last)}: ` +
      "correct the clock, or if it is right, start the server once with LEADLINE_ACCEPT_CLOCK=on."
  })
})

const checkPages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql.onDialectOrElse({
    sqlite: () => sql<{ readonly quick_check: string }>`PRAGMA quick_check(1)`,
    orElse: () => Effect.succeed([{ quick_check: "ok" }])
  })
  if (found?.quick_check === "ok") return
  const [main] = yield* sql<{ readonly file: string }>`PRAGMA database_list`
  return yield* new StoreError({
    message: `The database ${main?.file} is damaged (${found?.quick_check.split("\n")[0]}): ${remedy}.`
  })
})

/**
 * Fails with a {@link StoreError} when the database is damaged, or the clock is before the last write or more than 7
 * days after it: keys and async chats would expire, or live on, by a wrong clock. Reads the whole file.
 */
export const checkStart = ({ acceptClock = false }: StartOptions = {}): Effect.Effect<
  void,
  StoreError,
  SqlClient.SqlClient
> => checkPages.pipe(Effect.andThen(acceptClock ? Effect.void : checkClock), toStoreError)
