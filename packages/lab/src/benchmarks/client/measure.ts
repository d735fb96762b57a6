// Measures the subjects of a table: a process for each, rounds that take turns, one process at work at a time.
import { type Child, forkChild, order } from "../../processes.ts"
import { type Spread, spread } from "../../tables.ts"
import type { Taken } from "../orders.ts"
import type { Order } from "./subjectProcess.ts"
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

/** What one call costs a client's process, in microseconds of processor time. */
export interface Measured {
  readonly subject: string
  readonly cpu: Spread
}

const costOf = async (child: Child, calls: number, concurrency: number): Promise<number> =>
  (await order<Taken>(child, { calls, concurrency } satisfies Order)).cpu / calls

/** Figures of every subject of the plan that was asked for. */
export const measure = async (plan: Plan, say: (text: string) => void): Promise<ReadonlyArray<Measured>> => {
  const names = Object.keys(tables[plan.table]).filter(
    (name) => plan.only.length === 0 || plan.only.includes(name)
  )
  const running: Array<{ readonly name: string; readonly child: Child; readonly costs: Array<number> }> = []
  try {
    for (const name of names) {
      say(`${plan.table}: ${name} warms up`)
      const child = forkChild("benchmarks/client/subjectProcess.ts", [
        plan.table,
        name,
        plan.base,
        String(plan.events)
      ])
      running.push({ name, child, costs: [] })
      await child.next()
      await costOf(child, plan.warmUp, plan.concurrency)
    }
    for (let round = 1; round <= plan.rounds; round++) {
      say(`${plan.table}: round ${round} of ${plan.rounds}`)
      for (const { child, costs } of running) costs.push(await costOf(child, plan.calls, plan.concurrency))
    }
  } finally {
    for (const { child } of running) child.end()
  }
  return running.map(({ costs, name }) => ({ subject: name, cpu: spread(costs) }))
}
