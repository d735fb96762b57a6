// The command `bench server`: what whole server processes take for a request, beside others that do the same.
import { command as define, texts, number } from "../../command.ts"
import { cpuOf } from "../../load/processStats.ts"
import { type Child, forkChild, order, received } from "../../processes.ts"
import { machineText, markdownTable } from "../../tables.ts"
import { leastOfRounds } from "../orders.ts"
import { compare } from "./compareSides.ts"
import type { LoadOrder } from "./loadProcess.ts"
import { type Row, rows } from "./rows.ts"
import { startSubject } from "./subjects.ts"

/** The cells of a row; rejects when its sides do not do the same. */
const measure = async (row: Row, calls: number, rounds: number, upstream: string, generator: Child) => {
  const [name, other] = row.sides
  const ours = await startSubject(name, upstream)
  const theirs = await startSubject(other, upstream)
  try {
    await compare(row, [ours.url, theirs.url])
    const count = row.events === undefined ? calls : Math.ceil(calls / 64)
    const [own = Number.NaN, beside = Number.NaN] = await leastOfRounds(
      rounds,
      [ours, theirs],
      async ({ program, url }) => {
        const before = cpuOf(program.child.pid)
        const { connections = 32, sent, status } = row
        await order(generator, { url, sent, calls: count, connections, status } satisfies LoadOrder)
        return (cpuOf(program.child.pid) - before) / (count * (row.events ?? 1))
      }
    )
    const ratio = own / beside
    const verdict = ratio <= row.target ? "met" : "NOT MET"
    return [
      row.name,
      name,
      own.toFixed(1),
      other,
      beside.toFixed(1),
      ratio.toFixed(2),
      row.target.toFixed(2),
      verdict
    ]
  } finally {
    ours.program.kill()
    theirs.program.kill()
  }
}

/** What the server costs. */
export const command = define({
  about:
    "Processor time of whole servers in microseconds, beside Fastify and bare ones: user and system, the least round of\neach. A first round warms up. Exit code 1 when the sides of a row do not do the same. Linux only.",
  options: {
    rows: texts(
      "only these rows",
      "A,B",
      rows.map(({ name }) => name)
    ),
    rounds: number("rounds of each side, in turns", 7),
    calls: number("requests of a round; of streams a 64th", 20_000)
  },
  run: async ({ calls, rounds, rows: names }) => {
    const faults: Array<string> = []
    const table = [["Row", "Side", "us", "Beside", "us", "Ratio", "Target", ""]]
    const generator = forkChild("benchmarks/server/loadProcess.ts")
    await received(generator)
    const behind = forkChild("benchmarks/client/server.ts")
    const upstream = `http://127.0.0.1:${String(await behind.next())}`
    for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
      console.error(row.name)
      try {
        table.push(await measure(row, calls, rounds, upstream, generator))
      } catch (error) {
        faults.push(`FAILED ${row.name}: ${String(error)}`)
      }
    }
    generator.end()
    behind.end()
    console.log(`${machineText()}\n\n${markdownTable(table).join("\n")}`)
    return faults
  }
})
