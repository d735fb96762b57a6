// The command `server`: what the server and the proxy cost beside raw ones and other frameworks.
import { parseArgs } from "node:util"
import { start } from "../client/Child.ts"
import { machine, positive } from "../client/command.ts"
import type { Command } from "../Command.ts"
import { measure } from "./measure.ts"
import { lines, type Result } from "./report.ts"
import type { TableName } from "./tables.ts"

const say = (text: string): void => void process.stderr.write(`${text}\n`)

const read = (args: ReadonlyArray<string>) => {
  const text = { type: "string" } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: text,
      concurrency: text,
      rounds: text,
      only: text,
      json: { type: "boolean", default: false }
    }
  })
  const calls = positive("calls", values.calls, 5_000)
  return {
    calls,
    concurrency: positive("concurrency", values.concurrency, 32),
    rounds: positive("rounds", values.rounds, 5),
    warmUp: Math.max(10_000, calls),
    only: values.only?.split(",") ?? [],
    json: values.json
  }
}

const run = async (args: ReadonlyArray<string>): Promise<number> => {
  const { json, ...settings } = read(args)
  const { calls, concurrency, rounds } = settings
  const about = machine()
  const behind = start("server.ts", [])
  const results: Array<Result> = []
  try {
    const upstream = `http://127.0.0.1:${String(await behind.next())}`
    for (const table of ["decisions", "proxy"] satisfies ReadonlyArray<TableName>) {
      const measured = await measure({ ...settings, table, upstream }, say)
      results.push({ table, plan: { calls, concurrency, rounds }, measured })
    }
  } finally {
    behind.end()
  }
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...about, results }, undefined, 2)}\n`
      : `Node ${about.node}, ${about.cores} x ${about.cpu}, ${about.date}\n\n${results.flatMap(lines).join("\n")}`
  )
  return 0
}

/** What the server costs. */
export const server: Command = {
  summary:
    "processor time and requests a second of the server and the proxy, beside raw ones, Fastify and Hono",
  options: [
    "--calls N    requests in a round; default 5000",
    "--concurrency N  requests at a time; default 32",
    "--rounds N   rounds of every subject, in turns; default 5",
    "--only A,B   only these subjects",
    "--json       figures as JSON"
  ],
  run
}
