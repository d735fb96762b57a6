// The command `bench server`: what whole server processes take for a request, beside others that do the same.
import { command as define, texts, wholeNumber } from "../../command.ts"
import { forkChild } from "../../processes.ts"
import { machineText } from "../../tables.ts"
import { type Measured, measure, type Plan } from "./measure.ts"
import { startGenerator } from "./RunningSide.ts"
import { lines } from "./report.ts"
import { rows } from "./rows.ts"

const rowNames = rows.map(
  ({ name, sides: [ours, theirs] }) => `${name.padEnd(18)}${ours.label} beside ${theirs.label}`
)

/** What the server costs. */
export const command = define({
  about:
    "Processor time of whole servers, beside Fastify, Hono and bare ones. Exit code 1 when the sides of a row do not do the\nsame.",
  options: {
    rows: texts(
      "only these rows",
      "A,B",
      rows.map(({ name }) => name)
    ),
    rounds: wholeNumber("rounds of each side, in turns", 7),
    "round-time": wholeNumber("milliseconds of a round", 700),
    "warm-up": wholeNumber("milliseconds of load on each side before", 3_000)
  },
  details: ["Rows:", ...rowNames],
  run: async ({ rounds, ...given }) => {
    const asked = rows.filter(({ name }) => given.rows.length === 0 || given.rows.includes(name))
    const measured: Array<Measured> = []
    const faults: Array<string> = []
    const plan: Plan = { rounds, roundTime: given["round-time"], warmUp: given["warm-up"] }
    const generator = await startGenerator()
    const behind = forkChild("benchmarks/client/server.ts")
    try {
      const place = { upstream: `http://127.0.0.1:${String(await behind.next())}` }
      for (const [index, row] of asked.entries()) {
        console.error(`${index + 1} of ${asked.length}: ${row.name}`)
        try {
          measured.push(await measure(row, plan, place, generator))
        } catch (error) {
          faults.push(`FAILED ${row.name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      const how = `${plan.rounds} rounds of ${plan.roundTime} ms in turns. us: processor time of the server's process, user and system, least to most of all rounds. Ratio: least by least.`
      console.log(`${machineText()}\n${how}\n\n${lines(measured).join("\n")}`)
      return faults
    } finally {
      generator.end()
      behind.end()
    }
  }
})
