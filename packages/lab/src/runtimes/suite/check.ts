// Checks every fact in order, and reports as plain data.
import { apiKey, type At, type Fact, type Setting, sleep, until } from "./fact.ts"
import { facts } from "./facts.ts"
import { rows } from "./rows.ts"
import { watch } from "./unhandled.ts"

/** The result of one run. */
export interface Report {
  readonly passed: number
  readonly failed: ReadonlyArray<{ readonly name: string; readonly message: string }>
}

/** Milliseconds: longer than any fact may take on a slow machine. */
const patience = 30_000

const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

const checkOne = async (setting: Setting, fact: Fact, place: number): Promise<void> => {
  const origin = setting.isBrowser && fact.losesConnections === true ? setting.closingUrl : setting.baseUrl
  const baseUrl = `${origin}/${place}-${encodeURIComponent(fact.scenario)}`
  const options = { apiKey, baseUrl, maxRetries: 0, ...fact.options }
  const client = setting.transport.createClient(options)
  const seen = async () => (await fetch(`${baseUrl}/seen`)).json()
  const at: At = { ...setting, client, options, seen }
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await Promise.race([
      fact.holds(at),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not settled after ${patience} ms`)), patience)
      })
    ])
    // Workers may hold few connections: an unread response must not keep one.
    await until(at, ({ open }) => open === 0, "a connection stays open")
  } finally {
    clearTimeout(timer)
    await client.close()
  }
}

/** Whether the runtime reports a rejection left on purpose. Otherwise its silence would prove nothing. */
const isHeard = async (heard: ReadonlyArray<string>): Promise<boolean> => {
  const mark = "left on purpose"
  void Promise.reject(new Error(mark))
  for (let tries = 0; tries < 100; tries++) {
    if (heard.some((each) => each.includes(mark))) return true
    await sleep(10)
  }
  return false
}

/** Checks all facts. */
export const check = async (setting: Setting): Promise<Report> => {
  let passed = 0
  const failed: Array<Report["failed"][number]> = []
  const { heard, stop } = watch()
  for (const [place, fact] of [...rows, ...facts].entries()) {
    try {
      await checkOne(setting, fact, place)
      passed++
    } catch (error) {
      failed.push({ name: fact.name, message: messageOf(error) })
    }
  }
  await sleep(20)
  const unhandled = heard.splice(0).map((each) => each.slice(0, 300))
  if (!(await isHeard(heard))) unhandled.push("the runtime reports none")
  stop()
  if (unhandled.length === 0) passed++
  else failed.push({ name: "no rejection is left unhandled", message: unhandled.join("; ") })
  return { passed, failed }
}
