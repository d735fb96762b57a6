// The commands `client` and `streams`: what calls and streams cost beside raw transports and other clients.
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import type { Command } from "../Command.ts"
import { judge } from "./bounds.ts"
import { start } from "./Child.ts"
import { measure, type Plan } from "./measure.ts"
import { lines, type Result } from "./report.ts"
import type { TableName } from "./tables.ts"

interface Settings {
  readonly calls: number
  readonly streams: number
  readonly events: number
  readonly rounds: number
  readonly only: ReadonlyArray<string>
  readonly json: boolean
}

const optionLines = [
  "--rounds N   rounds of every subject, in turns; default 5",
  "--only A,B   only these subjects",
  "--json       figures as JSON"
]
const streamLines = [
  "--streams N  streams in a round; default 6",
  "--events N   events of a stream; default 20000"
]

/** A whole number of an option, or the fallback. */
export const positive = (name: string, given: string | undefined, fallback: number): number => {
  const value = given === undefined ? fallback : Number(given)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name}: expected a whole number from 1`)
  return value
}

const read = (args: ReadonlyArray<string>): Settings => {
  const text = { type: "string" } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: text,
      streams: text,
      events: text,
      rounds: text,
      only: text,
      json: { type: "boolean", default: false }
    }
  })
  return {
    calls: positive("calls", values.calls, 2_000),
    streams: positive("streams", values.streams, 6),
    events: positive("events", values.events, 20_000),
    rounds: positive("rounds", values.rounds, 5),
    only: values.only?.split(",") ?? [],
    json: values.json
  }
}

const planOf = (table: TableName, settings: Settings, base: string): Plan => {
  const { calls, events, only, rounds, streams } = settings
  const shared = { table, only, base, rounds }
  return table === "sockets" || table === "memory"
    ? { ...shared, calls: streams, warmUp: 3, concurrency: 1, events }
    : { ...shared, calls, warmUp: Math.max(4_000, calls), concurrency: 16, events: 0 }
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** What was measured on. */
export const machine = () => {
  const [first] = cpus()
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: first?.model ?? "",
    cores: cpus().length
  }
}

const measured = async (tables: ReadonlyArray<TableName>, settings: Settings) => {
  const server = start("server.ts", [])
  try {
    const base = `http://127.0.0.1:${String(await server.next())}`
    const results: Array<Result> = []
    for (const table of tables) {
      const plan = planOf(table, settings, base)
      const figures = await measure(plan, say)
      const { calls, concurrency, events, rounds } = plan
      const bounds = judge(table, figures)
      results.push({ table, plan: { calls, concurrency, events, rounds }, measured: figures, bounds })
    }
    return results
  } finally {
    server.end()
  }
}

const run = (tables: ReadonlyArray<TableName>) => async (args: ReadonlyArray<string>) => {
  const settings = read(args)
  const about = machine()
  const results = await measured(tables, settings)
  process.stdout.write(
    settings.json
      ? `${JSON.stringify({ ...about, results }, undefined, 2)}\n`
      : `Node ${about.node}, ${about.cores} x ${about.cpu}, ${about.date}\n\n${results.flatMap(lines).join("\n")}`
  )
  return 0
}

/** What calls and streams cost. */
export const client: Command = {
  summary: "processor time of calls, and events a second of streams, beside raw transports and other clients",
  options: ["--calls N    calls in a round; default 2000", ...streamLines, ...optionLines],
  run: run(["decisions", "chat", "sockets", "memory"])
}

/** What streams cost. */
export const streams: Command = {
  summary: "events a second of streams alone",
  options: [...streamLines, ...optionLines],
  run: run(["sockets", "memory"])
}
