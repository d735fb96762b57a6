// The command `store`: what a store costs with a thousand and with a million rows of each kind, on both databases.
import { newSchema, startPostgres } from "@leadline/lab"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Child, start } from "../client/Child.ts"
import type { Command } from "../Command.ts"
import { names } from "./measuredOperations.ts"
import type { Place } from "./openStore.ts"
import type { Round } from "./subjectProcess.ts"

/** Rows of each kind in the store that the other one is compared with. */
const few = 1_000

/** What an operation may cost with many rows, in times of its cost with few. */
const wanted = 2

/** What the memory of a process may grow by with many rows, in bytes. */
const wantedMemory = 33_554_432

const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`

const startSubject = async (place: Place, rows: number, runs: number): Promise<Child> => {
  const args = [place, rows, runs].map((value) => JSON.stringify(value))
  const child = start("../store/subjectProcess.ts", args, ["--expose-gc"])
  await child.next()
  return child
}

/** Rounds of both stores in turns; of each operation the least. */
const compare = async (children: ReadonlyArray<Child>, rounds: number): Promise<ReadonlyArray<Round>> => {
  const taken: ReadonlyArray<Array<Round>> = children.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [side, child] of children.entries()) {
      child.tell({ round })
      taken[side]?.push((await child.next()) as Round)
    }
  }
  return taken.map((own) => ({
    times: names.map((_, index) => Math.min(...own.map(({ times }) => times[index] ?? NaN))),
    memory: Math.min(...own.map(({ memory }) => memory))
  }))
}

/** Prints a table, and gives what is missed. */
const report = (
  database: string,
  rows: number,
  [small, large]: ReadonlyArray<Round>
): ReadonlyArray<string> => {
  const missed: Array<string> = []
  process.stdout.write(`\n| ${database} | ${few} rows | ${rows} rows | Ratio |\n| :-- | --: | --: | --: |\n`)
  for (const [index, name] of names.entries()) {
    const [before = NaN, after = NaN] = [small?.times[index], large?.times[index]]
    process.stdout.write(
      `| ${name} | ${before.toFixed(3)} ms | ${after.toFixed(3)} ms | ${(after / before).toFixed(2)} |\n`
    )
    if (!(after <= wanted * before)) missed.push(`${database}: ${name}`)
  }
  const [before = NaN, after = NaN] = [small?.memory, large?.memory]
  process.stdout.write(`| memory of the process | ${mebibytes(before)} | ${mebibytes(after)} | |\n`)
  if (!(after <= before + wantedMemory)) missed.push(`${database}: memory`)
  return missed
}

const onDatabase = async (
  database: string,
  newPlace: () => Promise<Place>,
  { rounds, rows, runs }: { readonly rows: number; readonly runs: number; readonly rounds: number }
) => {
  process.stderr.write(`${database}: filling\n`)
  const small = await startSubject(await newPlace(), few, runs)
  const large = await startSubject(await newPlace(), rows, runs)
  const missed = report(database, rows, await compare([small, large], rounds))
  small.end()
  large.end()
  return missed
}

/** The cost of the store's operations by the number of rows. */
export const store: Command = {
  summary:
    "key checks, pages, claims and inserts with 1,000 and with 1,000,000 rows of each kind, on both databases",
  options: [
    "--rows N         of each kind; default 1000000",
    "--runs N         of an operation in a round, at most 100; default 100",
    "--rounds N       of each store, in turns; default 5",
    "--databases LIST sqlite, postgres; default both"
  ],
  run: async (args) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rows: { type: "string", default: "1000000" },
        runs: { type: "string", default: "100" },
        rounds: { type: "string", default: "5" },
        databases: { type: "string", default: "sqlite,postgres" }
      }
    })
    const size = { rows: Number(values.rows), runs: Number(values.runs), rounds: Number(values.rounds) }
    const missed: Array<string> = []
    if (values.databases.includes("sqlite")) {
      const folder = mkdtempSync(join(tmpdir(), "leadline-bench-store-"))
      let files = 0
      try {
        const newPlace = async () => ({ filename: join(folder, `${files++}.sqlite`) })
        missed.push(...(await onDatabase("SQLite", newPlace, size)))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    if (values.databases.includes("postgres")) {
      const postgres = await startPostgres()
      try {
        const newPlace = async () => ({ url: await newSchema(postgres.url) })
        missed.push(...(await onDatabase("PostgreSQL", newPlace, size)))
      } finally {
        await postgres.stop()
      }
    }
    process.stdout.write(
      missed.length === 0
        ? `\nAll within ${wanted} times: met\n`
        : `\nOver ${wanted} times, or more memory: ${missed.join("; ")}\n`
    )
    return missed.length === 0 ? 0 : 1
  }
}
