// The command `bench client`: what calls and streams cost beside raw fetch and openai.
import { command as define, number } from "../../command.ts"
import { type Child, forkChild, order, received } from "../../processes.ts"
import { machineText, markdownTable } from "../../tables.ts"
import { leastOfRounds } from "../orders.ts"
import type { Order } from "./subjectProcess.ts"

/** Microseconds of processor time of each client's process, user and system, a call or an event; `events` of a stream, 0 where nothing streams. */
const measure = async (
  server: string,
  subjects: ReadonlyArray<string>,
  sent: Order,
  events: number,
  rounds: number
) => {
  const running: Array<Child> = []
  try {
    for (const name of subjects) {
      const url = events === 0 ? server : `${server}/events/${events}`
      const child = forkChild("benchmarks/client/subjectProcess.ts", [name, url, String(events)])
      running.push(child)
      await received(child)
    }
    return await leastOfRounds(
      rounds,
      running,
      async (child) => (await order<{ readonly cpu: number }>(child, sent)).cpu / (sent.calls * (events || 1))
    )
  } finally {
    for (const child of running) child.end()
  }
}

/** Prints the cost of each subject. One with a bound has its ratio to the subject that the bound names. */
const print = (
  title: string,
  subjects: ReadonlyArray<string>,
  costs: ReadonlyArray<number>,
  bounds: { readonly [subject: string]: readonly [most: number, of: string] }
) => {
  const costOf = (name: string) => costs[subjects.indexOf(name)] ?? Number.NaN
  const rows = subjects.map((name) => {
    const [most, of] = bounds[name] ?? []
    if (most === undefined || of === undefined) return [name, costOf(name).toFixed(2), "", "", ""]
    const ratio = costOf(name) / costOf(of)
    const verdict = ratio <= most ? "met" : "NOT MET"
    return [name, costOf(name).toFixed(2), `${ratio.toFixed(2)} x ${of}`, most.toFixed(2), verdict]
  })
  console.log(`${markdownTable([["", title, "Ratio", "At most", ""], ...rows]).join("\n")}\n`)
}

/** What calls and streams cost. */
export const command = define({
  about:
    "Processor time of calls, and of events of streams, beside raw fetch and openai; of each the least round. A first round\nwarms up.",
  options: {
    calls: number("calls in a round", 4_000),
    events: number("events of a stream; a round has six", 20_000),
    rounds: number("rounds of every client, in turns", 5)
  },
  run: async ({ calls, events, rounds }) => {
    const server = forkChild("benchmarks/client/server.ts")
    const url = `http://127.0.0.1:${String(await server.next())}`
    console.log(machineText())
    const called = ["fetch", "openai", "transport-node", "transport-fetch"]
    print("us a chat call", called, await measure(url, called, { calls, concurrency: 16 }, 0, rounds), {
      "transport-node": [1 / 3, "openai"],
      "transport-fetch": [1.25, "fetch"]
    })
    const streamed = called.slice(1)
    const six = { calls: 6, concurrency: 1 }
    print("us an event of a stream", streamed, await measure(url, streamed, six, events, rounds), {
      "transport-node": [1 / 2, "openai"],
      "transport-fetch": [1 / 2, "openai"]
    })
    server.end()
  }
})
