// The command `server`: what whole server processes take for a request, beside others that do the same.
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Child, start } from "../client/Child.ts"
import { machine, positive } from "../client/command.ts"
import type { Command } from "../Command.ts"
import { check } from "./check.ts"
import { loadAlone, measure, type Plan, withSides } from "./measure.ts"
import { topOf } from "./profile.ts"
import { type Failed, lines } from "./report.ts"
import type { ComparisonRow } from "./ComparisonRow.ts"
import type { Place } from "./Subject.ts"
import { rows } from "./rows.ts"
import { order } from "./RunningSide.ts"

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const options = [
  "--rows A,B       only these rows; a name ending in * means all with that prefix",
  "--rounds N       rounds of each side, in turns; default 7",
  "--round-time N   milliseconds of a round; default 700",
  "--warm-up N      milliseconds of load on each side before; default 3000",
  "--json FILE      also writes all figures to a file",
  "--check          only whether the sides of each row agree; measures nothing",
  "--profile ROW    a CPU profile of Leadline's side: functions by self time"
]

const rowNames = rows.map(
  ({ name, sides: [ours, theirs] }) => `${name.padEnd(18)}${ours.label} beside ${theirs.label}`
)

const isNamed = (name: string, given: string): boolean =>
  given.endsWith("*") ? name.startsWith(given.slice(0, -1)) : name === given

const chosen = (given: string | undefined): ReadonlyArray<ComparisonRow> => {
  const names = given?.split(",") ?? ["*"]
  for (const name of names) {
    if (!rows.some((row) => isNamed(row.name, name))) throw new Error(`--rows: no row ${name}; see --help`)
  }
  return rows.filter((row) => names.some((name) => isNamed(row.name, name)))
}

const read = (args: ReadonlyArray<string>) => {
  const text = { type: "string" } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: text,
      rounds: text,
      "round-time": text,
      "warm-up": text,
      json: text,
      check: { type: "boolean", default: false },
      profile: text
    }
  })
  return {
    isCheck: values.check,
    json: values.json,
    isProfile: values.profile !== undefined,
    rows: chosen(values.profile ?? values.rows),
    plan: {
      rounds: positive("rounds", values.rounds, 7),
      roundTime: positive("round-time", values["round-time"], 700),
      warmUp: positive("warm-up", values["warm-up"], 3_000)
    }
  }
}

/** What a function makes of each row; a row that it rejects is a failed one. */
const each = async <A>(chosenRows: ReadonlyArray<ComparisonRow>, use: (row: ComparisonRow) => Promise<A>) => {
  const outcomes: Array<A | Failed> = []
  for (const [index, row] of chosenRows.entries()) {
    say(`${index + 1} of ${chosenRows.length}: ${row.name}`)
    try {
      outcomes.push(await use(row))
    } catch (error) {
      outcomes.push({ row, failure: error instanceof Error ? error.message : String(error) })
      say(`  failed: ${String(error)}`)
    }
  }
  return outcomes
}

const profileOne = async (row: ComparisonRow, plan: Plan, place: Place, generator: Child): Promise<void> => {
  const file = join(mkdtempSync(join(tmpdir(), "leadline-bench-")), `${row.name}.cpuprofile`)
  say(`Profile of ${row.name}`)
  await loadAlone(row, plan, place, generator, async (child, load) => {
    await order(child, { order: "startProfile" })
    await load()
    await order(child, { order: "stopProfile", file })
  })
  process.stdout.write(`${row.sides[0].label}, ${row.name}\n\n${topOf(file, 40).join("\n")}\n\n${file}\n`)
}

const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const { isCheck, isProfile, json, plan, rows: asked } = read(args)
  const generator = start("../server/processes/load.ts", [])
  const behind = start("server.ts", [])
  try {
    const place = { upstream: `http://127.0.0.1:${String(await behind.next())}` }
    if (isProfile) {
      for (const row of asked) await profileOne(row, plan, place, generator)
      return 0
    }
    if (isCheck) {
      const checked = await each(asked, (row) =>
        withSides(row, place, generator, async (running) => {
          await check(row, running)
          return { row }
        })
      )
      const failed = checked.filter((outcome) => "failure" in outcome).length
      say(`${checked.length - failed} of ${checked.length} rows agree`)
      return failed > 0 ? 1 : 0
    }
    const about = machine()
    const outcomes = await each(asked, (row) => measure(row, plan, place, generator))
    const title = `Node ${about.node}, ${about.cores} x ${about.cpu}, ${about.date}`
    const how = `${plan.rounds} rounds of ${plan.roundTime} ms in turns. us: processor time of the server's process, user and system, least to most of all rounds. Ratio: least by least. a second: the best round by the wall clock.`
    process.stdout.write(`${title}\n${how}\n\n${lines(outcomes).join("\n")}\n`)
    if (json !== undefined)
      writeFileSync(json, `${JSON.stringify({ ...about, plan, outcomes }, undefined, 2)}\n`)
    return outcomes.some((outcome) => "failure" in outcome) ? 1 : 0
  } finally {
    generator.end()
    behind.end()
  }
}

/** What the server costs. */
export const server: Command = {
  summary: "processor time and requests a second of whole servers, beside Fastify, Hono and bare ones",
  options,
  details: ["Rows:", ...rowNames],
  run
}
