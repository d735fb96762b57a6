// The command `bench client`: what calls and streams cost beside raw transports and other clients.
import { command as define, texts, wholeNumber } from "../../command.ts"
import { type Child, forkChild, order, received } from "../../processes.ts"
import { machineText, spread } from "../../tables.ts"
import { inTurns } from "../inTurns.ts"
import type { Taken } from "../orders.ts"
import { type Measured, type Plan, type Result, judge, lines } from "./report.ts"
import type { Order } from "./subjectProcess.ts"
import { type TableName, tables } from "./tables.ts"

const costOf = async (child: Child, calls: number, concurrency: number): Promise<number> =>
  (await order<Taken>(child, { calls, concurrency } satisfies Order)).cpu / calls

/** Figures of every subject of a table. */
export const measure = async (plan: Plan, say: (text: string) => void): Promise<ReadonlyArray<Measured>> => {
  const names = Object.keys(tables[plan.table])
  const running: Array<Child> = []
  try {
    for (const name of names) {
      say(`${plan.table}: ${name} warms up`)
      const child = forkChild("benchmarks/client/subjectProcess.ts", [
        plan.table,
        name,
        plan.base,
        String(plan.events)
      ])
      running.push(child)
      await received(child)
      await costOf(child, plan.warmUp, plan.concurrency)
    }
    say(`${plan.table}: ${plan.rounds} rounds`)
    const costs = await inTurns(plan.rounds, running, (child) => costOf(child, plan.calls, plan.concurrency))
    return names.map((subject, index) => ({ subject, cpu: spread(costs[index] ?? []) }))
  } finally {
    for (const child of running) child.end()
  }
}

interface Settings {
  readonly calls: number
  readonly streams: number
  readonly events: number
  readonly rounds: number
}

const planOf = (table: TableName, settings: Settings, base: string): Plan => {
  const { calls, events, rounds, streams: inRound } = settings
  const shared = { table, base, rounds }
  return table === "sockets"
    ? { ...shared, calls: inRound, warmUp: 3, concurrency: 1, events }
    : { ...shared, calls, warmUp: Math.max(4_000, calls), concurrency: 16, events: 0 }
}

const measured = async (names: ReadonlyArray<TableName>, settings: Settings) => {
  const server = forkChild("benchmarks/client/server.ts")
  try {
    const base = `http://127.0.0.1:${String(await server.next())}`
    const results: Array<Result> = []
    for (const table of names) {
      const plan = planOf(table, settings, base)
      const figures = await measure(plan, (text) => console.error(text))
      results.push({ plan, measured: figures, bounds: judge(table, figures) })
    }
    return results
  } finally {
    server.end()
  }
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

/** What calls and streams cost. */
export const command = define({
  about: "Processor time of calls, and events a second of streams, beside raw transports and other clients.",
  options: {
    tables: texts("only these tables", "A,B", Object.keys(tables)),
    calls: wholeNumber("calls in a round", 2_000),
    streams: wholeNumber("streams in a round", 6),
    events: wholeNumber("events of a stream", 20_000),
    rounds: wholeNumber("rounds of every subject, in turns", 5)
  },
  run: async ({ tables: asked, ...settings }) => {
    const names = (asked.length === 0 ? Object.keys(tables) : asked).filter(isTable)
    const results = await measured(names, settings)
    console.log(`${machineText()}\n\n${results.flatMap(lines).join("\n")}`)
  }
})
