// Checks every fact, one after the other, and reports as plain data.
// Source: none; Assumed: ours.
import { bodies } from "./bodies.ts"
import { endings } from "./endings.ts"
import { apiKey, type Fact, type Setting } from "./fact.ts"
import { failures } from "./failures.ts"
import { rooms } from "./rooms.ts"
import { streams } from "./streams.ts"

/** What became of one run. */
export interface Report {
  readonly passed: number
  readonly failed: ReadonlyArray<{ readonly name: string; readonly message: string }>
}

const facts: ReadonlyArray<Fact> = [...rooms, ...failures, ...bodies, ...streams, ...endings]

/** Longer than any fact may take on a slow machine. */
const patience = 30_000

const checkOne = async (setting: Setting, fact: Fact, place: number) => {
  const baseUrl = `${setting.baseUrl}/${place}-${encodeURIComponent(fact.scenario)}`
  const options = { apiKey, baseUrl, maxRetries: 0, ...fact.options }
  const client = setting.transport.createClient(options)
  const seen = async () => (await fetch(`${baseUrl}/seen`)).json()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await Promise.race([
      fact.holds({ ...setting, client, options, seen }),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not settled after ${patience} ms`)), patience)
      })
    ])
    return undefined
  } catch (error) {
    return { name: fact.name, message: error instanceof Error ? error.message : JSON.stringify(error) }
  } finally {
    clearTimeout(timer)
    await client.close()
  }
}

/** Checks the facts of the setting's form. */
export const check = async (setting: Setting): Promise<Report> => {
  let passed = 0
  const failed: Array<Report["failed"][number]> = []
  for (const [place, fact] of facts.entries()) {
    if (setting.isShort && fact.isLong === true) continue
    if (setting.isBrowser && fact.notInBrowsers === true) continue
    const problem = await checkOne(setting, fact, place)
    if (problem === undefined) passed++
    else failed.push(problem)
  }
  return { passed, failed }
}
