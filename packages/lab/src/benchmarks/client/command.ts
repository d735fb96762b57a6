// The command `bench client`: what calls and streams cost beside raw fetch and openai.
import { command as define, wholeNumber } from "../../command.ts"
import { type Child, forkChild, order, received } from "../../processes.ts"
import { machineText, markdownTable } from "../../tables.ts"
import { leastOfRounds } from "../orders.ts"
import type { Order } from "./subjectProcess.ts"

/** What is measured of some clients; the cost of one may be so many times that of another. */
interface Table {
  readonly title: string
  readonly subjects: ReadonlyArray<string>
  readonly bounds: ReadonlyArray<readonly [subject: string, most: number, of: string]>
  readonly order: Order
  /** Events of a stream; 0 where nothing streams. */
  readonly events: number
}

/** Microseconds of processor time of each client's process, user and system, a call or an event. */
const measure = async ({ events, order: sent, subjects }: Table, rounds: number, server: string) => {
  const running: Array<Child> = []
  try {
    for (const name of subjects) {
      const url = events === 0 ? server : `${server}/events/${events}`
      const child = forkChild("benchmarks/client/subjectProcess.ts", [name, url, String(events)])
      running.push(child)
      await received(child)
    }
    const costs = await leastOfRounds(
      rounds,
      running,
      async (child) => (await order<{ readonly cpu: number }>(child, sent)).cpu / (sent.calls * (events || 1))
    )
    return new Map(subjects.map((name, index) => [name, costs[index] ?? Number.NaN]))
  } finally {
    for (const child of running) child.end()
  }
}

/** What calls and streams cost. */
export const command = define({
  about:
    "Processor time of calls, and of events of streams, beside raw fetch and openai; of each the least round. A first round\nwarms up.",
  options: {
    calls: wholeNumber("calls in a round", 4_000),
    events: wholeNumber("events of a stream; a round has six", 20_000),
    rounds: wholeNumber("rounds of every client, in turns", 5)
  },
  run: async ({ calls, events, rounds }) => {
    const tables: ReadonlyArray<Table> = [
      {
        title: "us a chat call",
        subjects: ["fetch", "openai", "transport-node", "transport-fetch"],
        bounds: [
          ["transport-node", 1 / 3, "openai"],
          ["transport-fetch", 1.25, "fetch"]
        ],
        order: { calls, concurrency: 16 },
        events: 0
      },
      {
        title: "us an event of a stream",
        subjects: ["openai", "transport-node", "transport-fetch"],
        bounds: [
          ["transport-node", 1 / 2, "openai"],
          ["transport-fetch", 1 / 2, "openai"]
        ],
        order: { calls: 6, concurrency: 1 },
        events
      }
    ]
    const server = forkChild("benchmarks/client/server.ts")
    try {
      const url = `http://127.0.0.1:${String(await server.next())}`
      console.log(machineText())
      for (const table of tables) {
        const costs = await measure(table, rounds, url)
        const rows = Array.from(costs, ([name, cost]) => [name, cost.toFixed(2)])
        console.log(`\n${markdownTable([["", table.title], ...rows]).join("\n")}\n`)
        for (const [subject, most, of] of table.bounds) {
          const ratio = (costs.get(subject) ?? Number.NaN) / (costs.get(of) ?? Number.NaN)
          const verdict = ratio <= most ? "met    " : "NOT MET"
          console.log(
            `${verdict}  ${subject}: ${ratio.toFixed(2)} x the time of ${of}, at most ${most.toFixed(2)}`
          )
        }
      }
    } finally {
      server.end()
    }
  }
})
