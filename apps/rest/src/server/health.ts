// What readiness looks at, and where probes and metrics are shown.
import * as Health from "@leadline/core/health"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Operations } from "../settings/operator.ts"

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Ready is a server whose store answers. Assumed: ours. Metrics stand beside the contract's paths when the server
 * listens to its own machine alone, or when they are asked for; with a port of their own, nothing stands there.
 */
export const layerHealth = (
  { admin, showsMetrics }: Operations,
  host: string
): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.unwrap(
    Effect.map(SqlClient.SqlClient, (sql) =>
      Health.layerSettings({
        checks: [{ name: "store", check: sql`SELECT 1` }],
        showsProbes: admin === undefined,
        showsMetrics: admin === undefined && (showsMetrics ?? loopback.test(host))
      })
    )
  )
