// Verifies the audit log while a server runs, so that a changed row is found without a command.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { Pepper } from "../crypto/Pepper.ts"
import { toStoreError } from "../database/failures.ts"
import { readAuditAnchor } from "./anchor.ts"
import { isBrokenSealEvent } from "./chain.ts"
import { walkChain } from "./read.ts"

const problems = Metric.gauge("leadline_audit_problems", {
  description:
    "Broken seals that the audit log records, and 1 for the first row that was changed or is missing: 0 is intact."
})

/** Milliseconds for others between two pages of rows. */
const pause = 10

/** Options of {@link layerAuditWatch}. */
export interface AuditWatchOptions {
  /** The file of `layerAuditAnchor`. */
  readonly anchorFile: string
  /** Milliseconds from one verification to the next. Default 3,600,000. */
  readonly interval?: number | undefined
}

/** Verifies the chain once, and names the row of each problem. */
const verify = Effect.fnUntraced(function* (anchorFile: string) {
  const brokenSeals: Array<number> = []
  const anchor = yield* readAuditAnchor(anchorFile).pipe(
    // The layer of the anchor logs it.
    Effect.catchTag("StoreError", () => Effect.undefined)
  )
  const { problem } = yield* walkChain({
    anchor,
    head: undefined,
    acceptsBrokenSeals: true,
    visit: (row) => isBrokenSealEvent(row) && brokenSeals.push(row.seq),
    pause: Effect.sleep(pause)
  })
  const lines = brokenSeals.map((seq) => `row ${seq} (resealed)`)
  return problem === undefined ? lines : [...lines, `row ${problem.seq} (${problem.reason})`]
})

/**
 * Verifies the chain of the audit log, now and at intervals: what refuses a revoked key or an old row of a group relies
 * on its events. Each problem is logged once, and counted by the gauge `leadline_audit_problems`. Keys and groups are
 * not compared with it, as each use of a key does that; `verifyAudit` compares all of them.
 */
export const layerAuditWatch = ({
  anchorFile,
  interval = 3_600_000
}: AuditWatchOptions): Layer.Layer<never, never, SqlClient.SqlClient | Pepper> => {
  const known = new Set<string>()
  const pass = Effect.gen(function* () {
    const lines = yield* verify(anchorFile)
    yield* Metric.update(problems, lines.length)
    for (const line of lines.filter((text) => !known.has(text))) {
      known.add(line)
      yield* Effect.logError(`The audit log is not intact: ${line}. Run leadline audit verify.`)
    }
  }).pipe(
    toStoreError,
    Effect.catchCause((cause) => Effect.logError("The audit log could not be verified", cause))
  )
  return Layer.effectDiscard(
    Effect.forkScoped(Effect.andThen(pass, Effect.repeat(Effect.delay(pass, interval), Schedule.forever)))
  )
}
