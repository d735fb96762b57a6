// Measures one row: both sides in processes of their own, checked, warmed up, then in rounds that alternate.
import type { Child } from "../../processes.ts"
import { type Spread, spread } from "../../tables.ts"
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

/** The figures of one side. */
export interface Figures {
  readonly label: string
  /** Microseconds of processor time of the server's process a unit, user and system. */
  readonly cpu: Spread
  /** Units a second, by the wall clock. */
  readonly rate: Spread
  /** The share of one core that the load generator took, at most; near 1 it is what is measured. 0 where there is none. */
  readonly generator: number
  /** Units of a round. */
  readonly units: number
}

/** A row that was measured. */
export interface Measured {
  readonly row: ComparisonRow
  readonly sides: readonly [Figures, Figures]
  /** The least processor time of the first side, times the least of the second. */
  readonly ratio: number
}

interface Round {
  readonly cpu: number
  readonly rate: number
  readonly generator: number
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

const measureRound = async (running: RunningSide, calls: number, events: number): Promise<Round> => {
  const before = await cpuOf(running)
  const { cpu, wall } = await running.load(calls)
  const units = calls * events
  return {
    cpu: ((await cpuOf(running)) - before) / units,
    rate: (units / wall) * 1_000,
    generator: cpu / (wall * 1_000)
  }
}

const figuresOf = (label: string, units: number, rounds: ReadonlyArray<Round>): Figures => ({
  label,
  units,
  cpu: spread(rounds.map(({ cpu }) => cpu)),
  rate: spread(rounds.map(({ rate }) => rate)),
  generator: Math.max(...rounds.map(({ generator }) => generator))
})

/** Starts both sides of a row, gives them to a function, and ends them. */
export const withSides = async <A>(
  row: ComparisonRow,
  place: Place,
  generator: Child,
  use: (running: readonly [RunningSide, RunningSide]) => Promise<A>
): Promise<A> => {
  const started: Array<RunningSide> = []
  try {
    const first = await run(row, row.sides[0], place, generator)
    started.push(first)
    const second = await run(row, row.sides[1], place, generator)
    started.push(second)
    return await use([first, second])
  } finally {
    for (const { end } of started) end()
  }
}

/** Figures of a row; rejects when its sides do not do the same. */
export const measure = (row: ComparisonRow, plan: Plan, place: Place, generator: Child): Promise<Measured> =>
  withSides(row, place, generator, async ([ours, theirs]) => {
    await check(row, [ours, theirs])
    const concurrency = concurrencyOf(row)
    const calls = [await warm(ours, concurrency, plan), await warm(theirs, concurrency, plan)] as const
    const events = eventsOf(row)
    const rounds: readonly [Array<Round>, Array<Round>] = [[], []]
    for (let round = 0; round < plan.rounds; round++) {
      rounds[0].push(await measureRound(ours, calls[0], events))
      rounds[1].push(await measureRound(theirs, calls[1], events))
    }
    const sides = [
      figuresOf(row.sides[0].label, calls[0] * events, rounds[0]),
      figuresOf(row.sides[1].label, calls[1] * events, rounds[1])
    ] as const
    return { row, sides, ratio: sides[0].cpu.min / sides[1].cpu.min }
  })

/** Warms up Leadline's side of a row alone, then loads it for all rounds while `watch` stands around them. */
export const loadAlone = async (
  row: ComparisonRow,
  plan: Plan,
  place: Place,
  generator: Child,
  watch: (child: Child, load: () => Promise<void>) => Promise<void>
): Promise<void> => {
  const ours = await run(row, row.sides[0], place, generator)
  try {
    const calls = await warm(ours, concurrencyOf(row), plan)
    await watch(ours.child, async () => {
      for (let round = 0; round < plan.rounds; round++) await ours.load(calls)
    })
  } finally {
    ours.end()
  }
}
