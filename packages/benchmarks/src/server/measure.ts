// Measures the subjects of a table: a process for each, rounds that take turns, one process at work at a time.
import { type Child, start } from "../client/Child.ts"
import { spread, type Spread } from "../client/measure.ts"
import { check } from "./fair.ts"
import { type Load, makeLoad } from "./load.ts"
import { type TableName, tables } from "./tables.ts"

/** How a table is measured. */
export interface Plan {
  readonly table: TableName
  /** Names of subjects; empty means all. */
  readonly only: ReadonlyArray<string>
  /** The server behind the proxies. */
  readonly upstream: string
  readonly rounds: number
  /** Requests of a round. */
  readonly calls: number
  /** Requests before the first round, so that the code is compiled. */
  readonly warmUp: number
  readonly concurrency: number
}

/** What one request costs a server's process. */
export interface Measured {
  readonly subject: string
  /** Microseconds of processor time, user and system. */
  readonly cpu: Spread
  /** Requests a second. */
  readonly rate: Spread
}

const field = (message: unknown, name: string): number => {
  const value: unknown =
    typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined
  if (typeof value === "number") return value
  throw new Error(`A subject sent no ${name}`)
}

const cpuOf = async (child: Child): Promise<number> => {
  child.tell({})
  return field(await child.next(), "cpu")
}

interface Running {
  readonly name: string
  readonly child: Child
  readonly load: Load
  readonly costs: Array<number>
  readonly rates: Array<number>
}

/** Figures of every subject of the plan that was asked for. */
export const measure = async (plan: Plan, say: (text: string) => void): Promise<ReadonlyArray<Measured>> => {
  const { calls, concurrency, only, rounds, table, upstream, warmUp } = plan
  const names = Object.keys(tables[table]).filter((name) => only.length === 0 || only.includes(name))
  const running: Array<Running> = []
  try {
    for (const name of names) {
      say(`${table}: ${name} warms up`)
      const child = start("../server/subjectProcess.ts", [table, name, upstream])
      const load = makeLoad(field(await child.next(), "port"))
      running.push({ name, child, load, costs: [], rates: [] })
      await check(table, name, load)
      await load.run(warmUp, concurrency)
    }
    for (let round = 1; round <= rounds; round++) {
      say(`${table}: round ${round} of ${rounds}`)
      for (const { child, costs, load, rates } of running) {
        const before = await cpuOf(child)
        const millis = await load.run(calls, concurrency)
        costs.push(((await cpuOf(child)) - before) / calls)
        rates.push((calls / millis) * 1_000)
      }
    }
  } finally {
    for (const { child, load } of running) {
      child.end()
      await load.close()
    }
  }
  return running.map(({ costs, name, rates }) => ({ subject: name, cpu: spread(costs), rate: spread(rates) }))
}
