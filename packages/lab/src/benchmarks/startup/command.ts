// The command `bench import`: cold imports of the built clients beside those of others, and what they load.
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { MissingError, command as define, wholeNumber } from "../../command.ts"
import { spread } from "../../tables.ts"
import { inTurns } from "../inTurns.ts"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../../..")

/** What an import takes, in milliseconds. */
export interface Times {
  readonly name: string
  readonly min: number
  readonly median: number
  /** The least processor time: it hardly grows while others are at work. */
  readonly cpu: number
}

const evaluate = async (code: string): Promise<string> => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: folder })
  return stdout.trim()
}

interface Taken {
  readonly wall: number
  readonly cpu: number
}

const once = async (name: string): Promise<Taken> => {
  const printed = await evaluate(
    `const start = performance.now(), used = process.cpuUsage()
     await import(${JSON.stringify(name)})
     const { system, user } = process.cpuUsage(used)
     console.log(performance.now() - start, (user + system) / 1000)`
  )
  const [wall = Number.NaN, cpu = Number.NaN] = printed.split(" ").map(Number)
  return { wall, cpu }
}

/** Imports each package in a process of its own, in turns. */
export const importTimes = async (
  names: ReadonlyArray<string>,
  rounds: number
): Promise<ReadonlyArray<Times>> => {
  const taken = await inTurns(rounds, names, once)
  return names.map((name, index) => {
    const times = taken[index] ?? []
    const { median, min } = spread(times.map(({ wall }) => wall))
    return { name, min, median, cpu: Math.min(...times.map(({ cpu }) => cpu)) }
  })
}

/** The modules that an import loads, by their addresses. */
export const loadedBy = async (name: string): Promise<ReadonlyArray<string>> => {
  const printed = await evaluate(
    `import { registerHooks } from "node:module"
     const seen = []
     registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
     await import(${JSON.stringify(name)})
     console.log(JSON.stringify(seen))`
  )
  const seen: unknown = JSON.parse(printed)
  return Array.isArray(seen) ? seen.map(String) : []
}

/** Wanted of our clients at most, in milliseconds, on a machine that imports openai in {@link openaiTime}. */
const wanted = 160

/** What openai takes on the machine the bound was set on, in milliseconds. */
const openaiTime = 106

/** Our clients. */
export const clients = ["@leadline/transport-fetch", "@leadline/transport-node"]

const packages = join(import.meta.dirname, "../../../..")

/** What to compare with. */
const others = ["openai"]

const cell = (milliseconds: number): string => milliseconds.toFixed(0).padStart(4)

/** Prints the time of each import. */
export const command = define({
  about: "Milliseconds of a cold import of the built packages; build first.",
  options: {
    rounds: wholeNumber("processes for each", 20)
  },
  run: async ({ rounds }) => {
    if (!existsSync(join(packages, "transport-fetch/dist/index.js")))
      throw new MissingError("There are no built packages: npm run build")
    const times = await importTimes([...clients, ...others], rounds)
    const openai = times.find(({ name }) => name === "openai")?.min ?? openaiTime
    for (const { cpu, median, min, name } of times) {
      const isMet = min <= Math.max(wanted, (wanted * openai) / openaiTime)
      const judged = clients.includes(name) ? (isMet ? "  met" : "  NOT MET") : ""
      console.log(`${name.padEnd(30)} min ${cell(min)}  median ${cell(median)}  cpu ${cell(cpu)}${judged}`)
    }
    console.log(
      `Wanted: at most ${wanted} ms, or ${(wanted / openaiTime).toFixed(2)} x openai on a slower machine.`
    )
  }
})
