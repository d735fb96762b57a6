// The command `bench server`: what whole server processes take for a request, beside others that do the same.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { command as define, wholeNumber, flag, text, texts, UsageError } from "../../command.ts"
import { type Child, forkChild, order } from "../../processes.ts"
import { machineText } from "../../tables.ts"
import { check } from "./check.ts"
import { loadAlone, measure, type Plan, withSides } from "./measure.ts"
import { topOf } from "./profile.ts"
import { startGenerator } from "./RunningSide.ts"
import { type Failed, failures, lines } from "./report.ts"
import type { ComparisonRow } from "./ComparisonRow.ts"
import type { Place } from "./Subject.ts"
import { rows } from "./rows.ts"

const rowNames = rows.map(
  ({ name, sides: [ours, theirs] }) => `${name.padEnd(18)}${ours.label} beside ${theirs.label}`
)

const isNamed = (name: string, given: string): boolean =>
  given.endsWith("*") ? name.startsWith(given.slice(0, -1)) : name === given

const chosen = (names: ReadonlyArray<string>): ReadonlyArray<ComparisonRow> => {
  for (const name of names)
    if (!rows.some((row) => isNamed(row.name, name))) throw new UsageError(`There is no row ${name}`)
  return rows.filter((row) => names.length === 0 || names.some((name) => isNamed(row.name, name)))
}

/** What a function makes of each row; a row that it rejects is a failed one. */
const each = async <A>(chosenRows: ReadonlyArray<ComparisonRow>, use: (row: ComparisonRow) => Promise<A>) => {
  const outcomes: Array<A | Failed> = []
  for (const [index, row] of chosenRows.entries()) {
    console.error(`${index + 1} of ${chosenRows.length}: ${row.name}`)
    try {
      outcomes.push(await use(row))
    } catch (error) {
      outcomes.push({ row, failure: error instanceof Error ? error.message : String(error) })
      console.error(`  failed: ${String(error)}`)
    }
  }
  return outcomes
}

const profileOne = async (row: ComparisonRow, plan: Plan, place: Place, generator: Child): Promise<void> => {
  const file = join(mkdtempSync(join(tmpdir(), "leadline-bench-")), `${row.name}.cpuprofile`)
  console.error(`Profile of ${row.name}`)
  await loadAlone(row, plan, place, generator, async (child, load) => {
    await order(child, { order: "startProfile" })
    await load()
    await order(child, { order: "stopProfile", file })
  })
  console.log(`${row.sides[0].label}, ${row.name}\n\n${topOf(file, 40).join("\n")}\n\n${file}`)
}

/** What the server costs. */
export const command = define({
  about:
    "Processor time of whole servers, beside Fastify, Hono and bare ones. Exit code 1 when the sides of a row do not do the\nsame.",
  options: {
    rows: texts("only these rows; a name ending in * means all with that prefix", "A,B"),
    rounds: wholeNumber("rounds of each side, in turns", 7),
    "round-time": wholeNumber("milliseconds of a round", 700),
    "warm-up": wholeNumber("milliseconds of load on each side before", 3_000),
    check: flag("only whether the sides of each row agree; measures nothing"),
    profile: text("a CPU profile of Leadline's side: functions by self time", "ROW")
  },
  details: ["Rows:", ...rowNames],
  run: async ({ check: isCheck, profile, rounds, ...given }) => {
    const asked = chosen(profile === undefined ? given.rows : [profile])
    const plan: Plan = { rounds, roundTime: given["round-time"], warmUp: given["warm-up"] }
    const generator = await startGenerator()
    const behind = forkChild("benchmarks/client/server.ts")
    try {
      const place = { upstream: `http://127.0.0.1:${String(await behind.next())}` }
      if (profile !== undefined) {
        for (const row of asked) await profileOne(row, plan, place, generator)
        return []
      }
      if (isCheck) {
        const checked = await each(asked, (row) =>
          withSides(row, place, generator, async (running) => {
            await check(row, running)
            return { row }
          })
        )
        const failed = failures(checked)
        console.error(`${checked.length - failed.length} of ${checked.length} rows agree`)
        return failed
      }
      const outcomes = await each(asked, (row) => measure(row, plan, place, generator))
      const how = `${plan.rounds} rounds of ${plan.roundTime} ms in turns. us: processor time of the server's process, user and system, least to most of all rounds. Ratio: least by least.`
      console.log(`${machineText()}\n${how}\n\n${lines(outcomes).join("\n")}`)
      return failures(outcomes)
    } finally {
      generator.end()
      behind.end()
    }
  }
})
