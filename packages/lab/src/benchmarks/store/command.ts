// The command `bench store`: what a store costs with a thousand and with a million rows of each kind, on both databases.
import { join } from "node:path"
import { command as define, wholeNumber, texts } from "../../command.ts"
import { newSchema } from "../../postgres/schema.ts"
import { startPostgres } from "../../postgres/server.ts"
import { type Child, forkChild, newFolder, order, received } from "../../processes.ts"
import { markdownTable, mebibytesText } from "../../tables.ts"
import { inTurns } from "../inTurns.ts"
import { type Place, names } from "./measuredOperations.ts"
import type { Round } from "./subjectProcess.ts"

/** Rows of each kind in the store that the other one is compared with. */
const few = 1_000

/** What an operation may cost with many rows, in times of its cost with few. */
const wanted = 2

/** What the memory of a process may grow by with many rows, in bytes. */
const wantedMemory = 33_554_432

const startSubject = async (place: Place, rows: number, runs: number): Promise<Child> => {
  const args = [place, rows, runs].map((value) => JSON.stringify(value))
  const child = forkChild("benchmarks/store/subjectProcess.ts", args, ["--expose-gc"])
  await received(child)
  return child
}

/** Rounds of both stores in turns; of each operation the least. */
const compare = async (children: ReadonlyArray<Child>, rounds: number): Promise<ReadonlyArray<Round>> => {
  const taken = await inTurns(rounds, children, (child) => order<Round>(child, {}))
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
  const table = [[database, `${few} rows`, `${rows} rows`, "Ratio"]]
  for (const [index, name] of names.entries()) {
    const [before = NaN, after = NaN] = [small?.times[index], large?.times[index]]
    table.push([name, `${before.toFixed(3)} ms`, `${after.toFixed(3)} ms`, (after / before).toFixed(2)])
    if (!(after <= wanted * before)) missed.push(`${database}: ${name}`)
  }
  const [before = NaN, after = NaN] = [small?.memory, large?.memory]
  table.push(["memory of the process", mebibytesText(before), mebibytesText(after), ""])
  console.log(`\n${markdownTable(table).join("\n")}`)
  if (!(after <= before + wantedMemory)) missed.push(`${database}: memory`)
  return missed
}

const onDatabase = async (
  database: string,
  newPlace: () => Promise<Place>,
  { rounds, rows, runs }: { readonly rows: number; readonly runs: number; readonly rounds: number }
) => {
  console.error(`${database}: filling`)
  const small = await startSubject(await newPlace(), few, runs)
  const large = await startSubject(await newPlace(), rows, runs)
  const missed = report(database, rows, await compare([small, large], rounds))
  small.end()
  large.end()
  return missed
}

const newFile = async (): Promise<Place> => ({ filename: join(newFolder(), "store.sqlite") })

/** The cost of the store's operations by the number of rows. */
export const command = define({
  about: `Key checks, pages, claims and inserts with 1,000 and with 1,000,000 rows of each kind. Exit code 1 when an
operation costs more than ${wanted} times as much with many rows, or the process takes ${mebibytesText(wantedMemory)} more.`,
  options: {
    rows: wholeNumber("of each kind", 1_000_000),
    runs: wholeNumber("of an operation in a round, at most 100", 100),
    rounds: wholeNumber("of each store, in turns", 5),
    databases: texts("default both", "A,B", ["sqlite", "postgres"])
  },
  run: async ({ databases, ...size }) => {
    const missed: Array<string> = []
    const isAsked = (name: string) => databases.length === 0 || databases.includes(name)
    if (isAsked("sqlite")) {
      missed.push(...(await onDatabase("SQLite", newFile, size)))
    }
    if (isAsked("postgres")) {
      const postgres = await startPostgres()
      const newPlace = async () => ({ url: await newSchema(postgres.url) })
      missed.push(...(await onDatabase("PostgreSQL", newPlace, size)))
      await postgres.stop()
    }
    console.log(missed.length === 0 ? `\nAll within ${wanted} times: met` : "")
    return missed.map((what) => `Over ${wanted} times, or more memory: ${what}`)
  }
})
