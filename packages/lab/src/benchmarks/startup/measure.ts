// How long an import takes in a fresh process, and what it loads.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { spread } from "../../tables.ts"

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

const evaluate = async (node: string, code: string): Promise<string> => {
  const { stdout } = await run(node, ["--input-type=module", "--eval", code], { cwd: folder })
  return stdout.trim()
}

interface Taken {
  readonly wall: number
  readonly cpu: number
}

const once = async (node: string, name: string): Promise<Taken> => {
  const text = await evaluate(
    node,
    `const start = performance.now(), used = process.cpuUsage()
     await import(${JSON.stringify(name)})
     const { system, user } = process.cpuUsage(used)
     console.log(performance.now() - start, (user + system) / 1000)`
  )
  const [wall = Number.NaN, cpu = Number.NaN] = text.split(" ").map(Number)
  return { wall, cpu }
}

/** Imports each package in a process of its own, in turns. */
export const importTimes = async (
  names: ReadonlyArray<string>,
  rounds: number,
  node = process.execPath
): Promise<ReadonlyArray<Times>> => {
  const taken = new Map(names.map((name) => [name, [] as Array<Taken>]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, times] of taken) times.push(await once(node, name))
  }
  return Array.from(taken, ([name, times]) => {
    const { median, min } = spread(times.map(({ wall }) => wall))
    return { name, min, median, cpu: Math.min(...times.map(({ cpu }) => cpu)) }
  })
}

/** The modules that an import loads, by their addresses. */
export const loadedBy = async (name: string): Promise<ReadonlyArray<string>> => {
  const text = await evaluate(
    process.execPath,
    `import { registerHooks } from "node:module"
     const seen = []
     registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
     await import(${JSON.stringify(name)})
     console.log(JSON.stringify(seen))`
  )
  const seen: unknown = JSON.parse(text)
  return Array.isArray(seen) ? seen.map(String) : []
}
