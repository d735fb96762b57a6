// Measures the subjects of a table: a process for each, rounds that take turns, one process at work at a time.
import { type Child, start, type Taken } from "./Child.ts"
import { type TableName, tables } from "./tables.ts"

/** How a table is measured. */
export interface Plan {
  readonly table: TableName
  /** Names of subjects; empty means all. */
  readonly only: ReadonlyArray<string>
  readonly base: string
  readonly rounds: number
  /** Calls of a round. */
  readonly calls: number
  /** Calls before the first round, so that the code is compiled. */
  readonly warmUp: number
  readonly concurrency: number
  /** Events of a stream; 0 where nothing streams. */
  readonly events: number
}

/** Median and range of all rounds. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** What one call costs a client's process, in microseconds of processor time. */
export interface Measured {
  readonly subject: string
  readonly cpu: Spread
}

/** Median and range of values. */
export const spread = (values: ReadonlyArray<number>): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1)
  }
}

const isTaken = (message: unknown): message is Taken =>
  typeof message === "object" && message !== null && "cpu" in message && "wall" in message

const taken = async (child: Child, calls: number, concurrency: number): Promise<number> => {
  child.tell({ calls, concurrency })
  const message = await child.next()
  if (!isTaken(message)) throw new Error("A subject sent something else than its cost")
  return message.cpu / calls
}

/** Figures of every subject of the plan that was asked for. */
export const measure = async (plan: Plan, say: (text: string) => void): Promise<ReadonlyArray<Measured>> => {
  const names = Object.keys(tables[plan.table]).filter(
    (name) => plan.only.length === 0 || plan.only.includes(name)
  )
  const running: Array<{ readonly name: string; readonly child: Child; readonly costs: Array<number> }> = []
  try {
    for (const name of names) {
      say(`${plan.table}: ${name} warms up`)
      const child = start("subjectProcess.ts", [plan.table, name, plan.base, String(plan.events)])
      running.push({ name, child, costs: [] })
      await child.next()
      await taken(child, plan.warmUp, plan.concurrency)
    }
    for (let round = 1; round <= plan.rounds; round++) {
      say(`${plan.table}: round ${round} of ${plan.rounds}`)
      for (const { child, costs } of running) costs.push(await taken(child, plan.calls, plan.concurrency))
    }
  } finally {
    for (const { child } of running) child.end()
  }
  return running.map(({ costs, name }) => ({ subject: name, cpu: spread(costs) }))
}
