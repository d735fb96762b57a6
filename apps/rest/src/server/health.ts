// Readiness checks, and where probes and metrics are served.
import * as Health from "@leadline/core/health"
import { heartbeat, leaveAfter } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { OperatorSettings } from "../settings/operator.ts"

/** Whether only this machine reaches an address to listen on. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)

/** Milliseconds that a check of the store may take, as Health has it. */
const checkTimeout = 1_000

const check = <A, E>(effect: Effect.Effect<A, E>) =>
  leaveAfter(checkTimeout, () => Effect.fail({ message: "silent" }))(effect)

/**
 * The server is ready when its store can be read and written. Assumed: ours. Without an admin port, the port of the API serves the
 * probes, and the metrics if the server listens on loopback or they are switched on. `store` names the check of reading.
 */
export const layerHealth = (
  { admin, showsMetrics }: OperatorSettings,
  host: string,
  store: "store" | "postgres"
): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.unwrap(
    Effect.map(SqlClient.SqlClient, (sql) =>
      Health.layerSettings({
        checks: [
          { name: store, check: check(sql`SELECT 1`) },
          { name: "writes", check: check(Effect.provideService(heartbeat, SqlClient.SqlClient, sql)) }
        ],
        showsProbes: admin === undefined,
        showsMetrics: admin === undefined && (showsMetrics ?? isLoopback(host))
      })
    )
  )
