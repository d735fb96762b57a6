// Measures one row: both sides in processes of their own, checked, warmed up, then in rounds that alternate.
import type { Child } from "../../processes.ts"
import { type Spread, spread } from "../../tables.ts"
import { inTurns } from "../inTurns.ts"
import { check } from "./check.ts"
import { type ComparisonRow, eventsOf } from "./ComparisonRow.ts"
import type { Place } from "./Subject.ts"
import { concurrencyOf, cpuOf, run, type RunningSide } from "./RunningSide.ts"

/** How rows are measured. */
export interface Plan {
  readonly rounds: number
  /** Milliseconds that a round should take. */
  readonly roundTime: number
  /** Milliseconds of load on each side before the first round, or up to four times that for {@link warmCalls}. */
  readonly warmUp: number
}

/** Calls after which all code that matters is compiled. */
const warmCalls = 10_000

/** A row that was measured. */
export interface Measured {
  readonly row: ComparisonRow
  /** Microseconds of processor time of each server's process a unit, user and system. */
  readonly sides: readonly [Spread, Spread]
  /** The least processor time of the first side, times the least of the second. */
  readonly ratio: number
}

/** Load that grows until it has lasted; gives the calls that take as long as a round. */
const warm = async (
  { load }: RunningSide,
  concurrency: number,
  { roundTime, warmUp }: Plan
): Promise<number> => {
  let elapsed = 0
  let made = 0
  let calls = concurrency
  for (;;) {
    const { wall } = await load(calls)
    elapsed += wall
    made += calls
    const inRound = Math.max(concurrency, Math.round((calls / wall) * roundTime))
    if (elapsed >= 4 * warmUp || (elapsed >= warmUp && made >= warmCalls)) return inRound
    calls = Math.min(inRound, 4 * calls)
  }
}

const cpuOfCalls = async (running: RunningSide, calls: number): Promise<number> => {
  const before = await cpuOf(running)
  await running.load(calls)
  return (await cpuOf(running)) - before
}

/** Figures of a row; rejects when its sides do not do the same. */
export const measure = async (
  row: ComparisonRow,
  plan: Plan,
  place: Place,
  generator: Child
): Promise<Measured> => {
  const started: Array<RunningSide> = []
  try {
    for (const side of row.sides) started.push(await run(row, side, place, generator))
    const [ours, theirs] = started
    if (ours === undefined || theirs === undefined) throw new Error("A row has two sides")
    await check(row, [ours, theirs])
    const concurrency = concurrencyOf(row)
    const loads = [
      { running: ours, calls: await warm(ours, concurrency, plan) },
      { running: theirs, calls: await warm(theirs, concurrency, plan) }
    ]
    const costs = await inTurns(
      plan.rounds,
      loads,
      async ({ calls, running }) => (await cpuOfCalls(running, calls)) / (calls * eventsOf(row))
    )
    const [one, other] = [spread(costs[0] ?? []), spread(costs[1] ?? [])]
    return { row, sides: [one, other], ratio: one.min / other.min }
  } finally {
    for (const { end } of started) end()
  }
}
