// Simulates what policies promise and what intervals claim, on engines whose true error rates are known.
import {
  brierOfRow,
  evaluateQuestion,
  fitPolicy,
  type LabelledRow,
  logLossOfRow,
  seededRandom
} from "@leadline/evaluation"

type Random = () => number

/** Draws one row of an engine: how sure it says it is, and how likely it is to be right. */
interface SimulatedEngine {
  readonly draw: (random: Random) => { readonly stated: number; readonly true: number }
}

/** As backends round. */
const twoDecimals = (p: number) => Math.round(p * 100) / 100

/** Mostly sure, sometimes not: a third of the rows lie below 0.9. */
const sureness = (random: Random) => 1 - 0.5 * random() ** 3

/** The promise of the simulation. */
export const promise = { error: 0.05, confidence: 0.95 } as const

/** The engines by name. */
export const engines = {
  /** What it says is true. */
  calibrated: {
    draw: (random) => {
      const p = sureness(random)
      return { stated: twoDecimals(p), true: p }
    }
  },
  /** It says p² / (p² + (1 − p)²) for p, with many rows at 1.00. */
  overconfident: {
    draw: (random) => {
      const p = sureness(random)
      return { stated: twoDecimals(p ** 2 / (p ** 2 + (1 - p) ** 2)), true: p }
    }
  },
  /** It is wrong a little more often than promised, however sure it says it is: no threshold would be right. */
  adversarial: {
    draw: (random) => ({ stated: 0.5 + random() / 2, true: 1 - promise.error - 1e-4 })
  },
  /** The same, with rows in groups of one to six that are right or wrong together: see {@link drawRows}. */
  "adversarial in groups": {
    draw: (random) => ({ stated: 0.5 + random() / 2, true: 1 - promise.error - 1e-4 })
  }
} satisfies { readonly [name: string]: SimulatedEngine }

/** The name of an engine. */
export type EngineName = keyof typeof engines

const toRow = (stated: number, right: boolean, group?: number): LabelledRow => ({
  p: [1 - stated, stated],
  answer: 1,
  label: Number(right),
  ...(group === undefined ? {} : { group: String(group) })
})

/** Labelled rows of an engine, in groups if its name says so. */
export const drawRows = (name: EngineName, rows: number, random: Random): Array<LabelledRow> => {
  const { draw } = engines[name]
  const drawn: Array<LabelledRow> = []
  for (let group = 0; drawn.length < rows; group++) {
    if (name !== "adversarial in groups") {
      const { stated, true: chance } = draw(random)
      drawn.push(toRow(stated, random() < chance))
      continue
    }
    const size = Math.min(rows - drawn.length, 1 + Math.floor(random() * 6))
    const luck = random()
    for (let i = 0; i < size; i++) {
      const { stated, true: chance } = draw(random)
      drawn.push(toRow(stated, luck < chance, group))
    }
  }
  return drawn
}

/** The true error rate of an engine from each stated probability up, from many rows of it. */
const trueRisk = (name: EngineName): ((from: number) => number) => {
  const random = seededRandom(99)
  const rows = Array.from({ length: 200_000 }, () => engines[name].draw(random)).toSorted(
    (a, b) => b.stated - a.stated
  )
  // By hundredths of a percent, so that a look-up costs nothing.
  const steps = 10_000
  const risks: Array<number> = []
  let [wrong, index] = [0, 0]
  for (let step = steps; step >= 0; step--) {
    for (let row = rows[index]; row !== undefined && row.stated >= step / steps; row = rows[++index]) {
      wrong += 1 - row.true
    }
    risks[step] = wrong / index
  }
  return (from) => risks[Math.floor(from * steps + 1e-9)] ?? 0
}

/** What became of the promise over many draws. */
export interface PromiseFigures {
  readonly engine: EngineName
  readonly rows: number
  readonly draws: number
  /** Draws that gave a threshold. */
  readonly certified: number
  /** Draws whose threshold lets more wrong rows through than promised. */
  readonly broken: number
  /** The same for the lowest threshold with at most that share of errors among the labelled rows. */
  readonly brokenByPointEstimate: number
  /** The mean share of rows acted upon. */
  readonly coverage: number
}

/** The lowest threshold whose labelled rows look good enough, without regard to chance. */
const pointEstimate = (rows: ReadonlyArray<LabelledRow>): number | undefined => {
  const sorted = rows.toSorted((a, b) => (b.p[1] ?? 0) - (a.p[1] ?? 0))
  let errors = 0
  let found: number | undefined
  sorted.forEach((row, index) => {
    if (row.label !== row.answer) errors++
    if (errors / (index + 1) <= promise.error) found = row.p[1]
  })
  return found
}

/** Fits a policy to each of many draws. */
export const simulatePromise = (
  engine: EngineName,
  rows: number,
  draws: number,
  seed: number
): PromiseFigures => {
  const random = seededRandom(seed)
  const risk = trueRisk(engine)
  const isBroken = (from: number | null | undefined) => from != null && risk(from) > promise.error
  let [certified, broken, brokenByPointEstimate, coverage] = [0, 0, 0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const drawn = drawRows(engine, rows, random)
    const fitted = fitPolicy({ q: { classes: ["no", "yes"], rows: drawn } }, promise).questions["q"]
    const from = fitted?.thresholds[0]?.from ?? null
    if (from !== null) certified++
    if (isBroken(from)) broken++
    if (isBroken(pointEstimate(drawn))) brokenByPointEstimate++
    coverage += (fitted?.coverage ?? 0) / draws
  }
  return { engine, rows, draws, certified, broken, brokenByPointEstimate, coverage }
}

/** How often 95 % intervals hold the truth. */
export interface IntervalFigures {
  readonly rows: number
  readonly draws: number
  readonly grouped: boolean
  readonly accuracy: number
  readonly brier: number
  readonly logLoss: number
}

/** Rows of an engine that is right about three times in four; in groups, rows share half of their luck. */
const drawGraded = (rows: number, grouped: boolean, random: Random): Array<LabelledRow> => {
  const drawn: Array<LabelledRow> = []
  for (let group = 0; drawn.length < rows; group++) {
    const size = grouped ? Math.min(rows - drawn.length, 1 + Math.floor(random() * 4)) : 1
    const shared = random()
    for (let i = 0; i < size; i++) {
      const p = 0.5 + random() / 2
      const luck = grouped && random() < 0.5 ? shared : random()
      drawn.push(toRow(twoDecimals(p), luck < p, grouped ? group : undefined))
    }
  }
  return drawn
}

/** Counts how often the intervals of an evaluation hold the figures of the whole population. */
export const simulateIntervals = (
  rows: number,
  draws: number,
  grouped: boolean,
  seed: number
): IntervalFigures => {
  const random = seededRandom(seed)
  const population = drawGraded(400_000, false, seededRandom(98))
  const mean = (of: (row: LabelledRow) => number) =>
    population.reduce((sum, row) => sum + of(row), 0) / population.length
  const truth = {
    accuracy: mean(({ answer, label }) => Number(answer === label)),
    brier: mean((row) => brierOfRow("noul", row)),
    logLoss: mean(logLossOfRow)
  }
  const held = { accuracy: 0, brier: 0, logLoss: 0 }
  for (let draw = 0; draw < draws; draw++) {
    const figures = evaluateQuestion("noul", ["no", "yes"], drawGraded(rows, grouped, random))
    for (const name of ["accuracy", "brier", "logLoss"] as const) {
      const { high, low } = figures[name]
      if (low <= truth[name] && truth[name] <= high) held[name] += 1 / draws
    }
  }
  return { rows, draws, grouped, ...held }
}
