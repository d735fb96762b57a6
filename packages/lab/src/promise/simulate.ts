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

interface SimulatedEngine {
  /** A row: how sure the engine says it is, and how likely it is to be right. */
  readonly draw: (random: Random) => { readonly stated: number; readonly chance: number }
  /** The true error rate of the rows from a stated probability up. */
  readonly risk: (from: number) => number
  /** Rows come in groups of up to so many, which are right or wrong together. Default 1. */
  readonly group?: number
}

/** States a probability with two decimals, as backends round. */
const stating = (p: number) => ({ stated: Math.round(p * 100) / 100, chance: p })

const promise = { error: 0.05, confidence: 0.95 }

const adversarial: SimulatedEngine = {
  draw: (random) => ({ stated: 0.5 + random() / 2, chance: 1 - promise.error - 1e-4 }),
  risk: () => promise.error + 1e-4
}

/** The engines by name. */
export const engines: { readonly [name: string]: SimulatedEngine } = {
  /** What it says is true: mostly sure, a third of the rows lie below 0.9. The mean of 1 - p from p up is a quarter of 1 - p. */
  calibrated: {
    draw: (random) => stating(1 - 0.5 * random() ** 3),
    risk: (from) => (1 - from + 0.005) / 4
  },
  /** It is wrong a little more often than promised, however sure it says it is: no threshold would be right. */
  adversarial,
  "adversarial in groups": { ...adversarial, group: 6 }
}

/** Labelled rows, in groups of one to `group`; a row has the luck of its group with the chance `shared`. */
const drawRows = (
  rows: number,
  random: Random,
  draw: SimulatedEngine["draw"],
  group: number,
  shared: number
): ReadonlyArray<LabelledRow> => {
  const drawn: Array<LabelledRow> = []
  for (let name = 0; drawn.length < rows; name++) {
    const luck = random()
    const size = Math.min(rows - drawn.length, 1 + Math.floor(random() * group))
    for (let member = 0; member < size; member++) {
      const { chance, stated } = draw(random)
      const isRight = (random() < shared ? luck : random()) < chance
      const row = { p: [1 - stated, stated], answer: 1, label: Number(isRight) }
      drawn.push(group === 1 ? row : { ...row, group: String(name) })
    }
  }
  return drawn
}

/** Fits a policy to each of many draws: the share that gave a threshold, and that whose threshold breaks the promise. */
export const simulatePromise = (name: string, rows: number, draws: number, seed: number) => {
  const random = seededRandom(seed)
  const { draw, group = 1, risk } = engines[name] ?? adversarial
  let [certified, broken] = [0, 0]
  for (let times = 0; times < draws; times++) {
    const drawn = drawRows(rows, random, draw, group, 1)
    const fitted = fitPolicy({ q: { classes: ["no", "yes"], rows: drawn } }, promise).questions["q"]
    const from = fitted?.thresholds[0]?.from ?? null
    if (from === null) continue
    certified++
    if (risk(from) > promise.error) broken++
  }
  return { certified: certified / draws, broken: broken / draws }
}

/** It is right about three times in four. */
const graded = (random: Random) => stating(0.5 + random() / 2)

/** The share of draws in which the 95 % intervals of an evaluation hold the figures of the whole population. */
export const simulateIntervals = (rows: number, draws: number, group: number, seed: number) => {
  const random = seededRandom(seed)
  const population = drawRows(400_000, seededRandom(98), graded, 1, 1)
  const mean = (of: (row: LabelledRow) => number) =>
    population.reduce((sum, row) => sum + of(row), 0) / population.length
  const truth = {
    accuracy: mean(({ answer, label }) => Number(answer === label)),
    brier: mean((row) => brierOfRow("noul", row)),
    logLoss: mean(logLossOfRow)
  }
  const held = { accuracy: 0, brier: 0, logLoss: 0 }
  for (let times = 0; times < draws; times++) {
    const figures = evaluateQuestion("noul", ["no", "yes"], drawRows(rows, random, graded, group, 0.5))
    for (const name of ["accuracy", "brier", "logLoss"] as const) {
      const { high, low } = figures[name]
      if (low <= truth[name] && truth[name] <= high) held[name] += 1 / draws
    }
  }
  return held
}
