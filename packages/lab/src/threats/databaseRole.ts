// A role of the database without rights on the tables, as another program has one on a PostgreSQL that is shared.
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"

const [role, password] = ["threats_stranger", "stranger"]

/** Notifications of one statement. */
const batch = 1_000

const connect = (url: URL) => PgClient.make({ url: Redacted.make(url.href), maxConnections: 1 })

/** Sends so many notifications of a kilobyte on the channel of revoked keys. */
export const notifyAsStranger = (database: string, count: number): Promise<void> =>
  Effect.gen(function* () {
    const owner = yield* connect(new URL(database))
    const known = yield* owner`SELECT 1 FROM pg_roles WHERE rolname = ${role}`
    if (known.length === 0) yield* owner.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
    const stranger = yield* connect(Object.assign(new URL(database), { username: role, password }))
    for (let sent = 0; sent < count; sent += batch) {
      yield* stranger`SELECT pg_notify('leadline_revoked', rpad(i::text, 1000)) FROM generate_series(1, ${batch}) i`
    }
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
