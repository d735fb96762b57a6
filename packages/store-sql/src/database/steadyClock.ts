// Whether the clock can be trusted with deletions: what expired by a wrong clock would be lost.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { lastHeartbeat } from "./heartbeat.ts"

/** Milliseconds without deletions after a jump of the clock, for the operator to correct it. */
const doubt = 3_600_000
/** Milliseconds the clock may be corrected by at once. */
const tolerance = 300_000

/** Whether the clock ran steadily: not for an hour after it jumped, or after a start long after the last write. */
const watchClock = (clock: Clock.Clock, written: number) => {
  const read = () => ({
    wall: clock.currentTimeMillisUnsafe(),
    running: Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  })
  let last = read()
  let doubtUntil = Math.abs(last.wall - written) > doubt ? last.running + doubt : 0
  return Effect.suspend(() => {
    const now = read()
    const jump = now.wall - last.wall - (now.running - last.running)
    last = now
    if (Math.abs(jump) <= tolerance) return Effect.succeed(now.running >= doubtUntil)
    doubtUntil = now.running + doubt
    return Effect.as(
      Effect.logWarning(
        `The clock jumped by ${Math.round(jump / 1000)} s: nothing that has expired is deleted for an hour.`
      ),
      false
    )
  })
}

/** Makes the question whether the clock ran steadily since the start of this process, and since the last write before it. */
export const makeIsSteady = Effect.map(
  Effect.all([Clock.Clock, Effect.orElseSucceed(lastHeartbeat, () => 0)]),
  ([clock, written]) => watchClock(clock, written)
)
