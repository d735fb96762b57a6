// The command `bench client`: what calls and streams cost beside raw transports and other clients.
import { command as define, texts, wholeNumber } from "../../command.ts"
import { type Child, forkChild, order, received } from "../../processes.ts"
import { machineText, spread } from "../../tables.ts"
import { inTurns } from "../inTurns.ts"
import type { Taken } from "../orders.ts"
import { type Measured, lines } from "./report.ts"
import type { Order } from "./subjectProcess.ts"
import { type TableName, tables } from "./tables.ts"

/** How a table is measured. */
interface Plan {
  readonly rounds: number
  /** Calls of a round. */
  readonly calls: number
  /** Calls before the first round, so that the code is compiled. */
  readonly warmUp: number
  readonly concurrency: number
  /** Events of a stream; 0 where nothing streams. */
  readonly events: number
}

/** Figures of every subject of a table. */
const measure = async (table: TableName, plan: Plan, base: string): Promise<ReadonlyArray<Measured>> => {
  const { calls, concurrency, events, rounds, warmUp } = plan
  const names = Object.keys(tables[table])
  const running: Array<Child> = []
  const costOf = async (child: Child, count: number) =>
    (await order<Taken>(child, { calls: count, concurrency } satisfies Order)).cpu / (count * (events || 1))
  try {
    for (const name of names) {
      console.error(`${table}: ${name} warms up`)
      const child = forkChild("benchmarks/client/subjectProcess.ts", [table, name, base, String(events)])
      running.push(child)
      await received(child)
      await costOf(child, warmUp)
    }
    const costs = await inTurns(rounds, running, (child) => costOf(child, calls))
    return names.map((subject, index) => ({ subject, cpu: spread(costs[index] ?? []) }))
  } finally {
    for (const child of running) child.end()
  }
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

/** What calls and streams cost. */
export const command = define({
  about: "Processor time of calls, and of events of streams, beside raw transports and other clients.",
  options: {
    tables: texts("only these tables", "A,B", Object.keys(tables)),
    calls: wholeNumber("calls in a round", 2_000),
    streams: wholeNumber("streams in a round", 6),
    events: wholeNumber("events of a stream", 20_000),
    rounds: wholeNumber("rounds of every subject, in turns", 5)
  },
  run: async ({ calls, events, rounds, streams, tables: asked }) => {
    const server = forkChild("benchmarks/client/server.ts")
    try {
      const base = `http://127.0.0.1:${String(await server.next())}`
      console.log(`${machineText()}\n`)
      for (const table of (asked.length === 0 ? Object.keys(tables) : asked).filter(isTable)) {
        const plan: Plan =
          table === "sockets"
            ? { rounds, calls: streams, warmUp: 3, concurrency: 1, events }
            : { rounds, calls, warmUp: Math.max(4_000, calls), concurrency: 16, events: 0 }
        const how = `${rounds} rounds of ${plan.calls} calls, ${plan.concurrency} at a time${plan.events > 0 ? `, ${events} events each` : ""}.`
        console.log(lines(table, how, await measure(table, plan, base)).join("\n"))
      }
    } finally {
      server.end()
    }
  }
})
