// How long an import takes in a fresh process, and what it loads.
// Source: none; Assumed: ours.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../..")

/** Milliseconds of an import. */
export interface Times {
  readonly name: string
  readonly min: number
  readonly median: number
}

const evaluate = async (node: string, code: string): Promise<string> => {
  const { stdout } = await run(node, ["--input-type=module", "--eval", code], { cwd: folder })
  return stdout.trim()
}

const once = async (node: string, name: string): Promise<number> =>
  Number(
    await evaluate(
      node,
      `const start = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - start)`
    )
  )

/** Imports each package in a process of its own, in turns, and gives the shortest and the median time. */
export const importTimes = async (
  names: ReadonlyArray<string>,
  rounds: number,
  node = process.execPath
): Promise<ReadonlyArray<Times>> => {
  const taken = new Map(names.map((name) => [name, [] as Array<number>]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, times] of taken) times.push(await once(node, name))
  }
  return Array.from(taken, ([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { name, min: sorted[0] ?? Number.NaN, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN }
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
