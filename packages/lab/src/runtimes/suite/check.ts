// Checks every fact in order, and reports as plain data.
import { bodies } from "./bodies.ts"
import { endings } from "./cancellation.ts"
import { apiKey, type At, type Fact, type Setting, sleep, until } from "./fact.ts"
import { faults } from "./faults.ts"
import { retries } from "./retries.ts"
import { factsOf, type Row } from "./catalogueRows.ts"
import { factsOf as factsOfExamples, type Example } from "./examples.ts"
import { operations } from "./operations.ts"
import { streams } from "./streams.ts"
import { type Watch, watch } from "./unhandled.ts"

/** The result of one run. */
export interface Report {
  readonly passed: number
  readonly failed: ReadonlyArray<{ readonly name: string; readonly message: string }>
  /** Outcomes by name of the facts that must end alike on every runtime. */
  readonly outcomes: { readonly [name: string]: string }
}

/** The rows: facts with an outcome. */
const rows: ReadonlyArray<Fact> = [...retries, ...faults]

const ownFacts: ReadonlyArray<Fact> = [...rows, ...operations, ...bodies, ...streams, ...endings]

/** Milliseconds: longer than any fact may take on a slow machine. */
const patience = 30_000

const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

/** Checks a fact. Resolves to its outcome. */
const checkOne = async (setting: Setting, fact: Fact, place: number): Promise<string | void> => {
  const origin = setting.isBrowser && fact.losesConnections === true ? setting.closingUrl : setting.baseUrl
  const baseUrl = `${origin}/${place}-${encodeURIComponent(fact.scenario)}`
  const options = { apiKey, baseUrl, maxRetries: 0, ...fact.options }
  const client = setting.transport.createClient(options)
  const seen = async () => (await fetch(`${baseUrl}/seen`)).json()
  const at: At = { ...setting, client, options, seen }
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const outcome = await Promise.race([
      fact.holds(at),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not settled after ${patience} ms`)), patience)
      })
    ])
    // Workers may hold few connections: an unread response must not keep one.
    await until(at, ({ open }) => open === 0, "a connection stays open")
    return outcome
  } finally {
    clearTimeout(timer)
    await client.close()
  }
}

/** Whether the runtime reports a rejection left on purpose. Otherwise its silence would prove nothing. */
const isHeard = async ({ heard }: Watch): Promise<boolean> => {
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
  const outcomes: { [name: string]: string } = {}
  const catalogue: ReadonlyArray<Row> = await (await fetch(`${setting.baseUrl}/rows`)).json()
  const examples: ReadonlyArray<Example> = await (await fetch(`${setting.baseUrl}/examples`)).json()
  const facts = [...ownFacts, ...factsOfExamples(examples), ...factsOf(catalogue)]
  const watching = watch()
  const unhandled: Array<string> = []
  for (const [place, fact] of facts.entries()) {
    try {
      const outcome = await checkOne(setting, fact, place)
      if (typeof outcome === "string") outcomes[fact.name] = outcome
      passed++
    } catch (error) {
      failed.push({ name: fact.name, message: messageOf(error) })
    }
    for (const each of watching.heard.splice(0)) unhandled.push(`${fact.name}: ${each.slice(0, 300)}`)
  }
  await sleep(20)
  for (const each of watching.heard.splice(0)) unhandled.push(`after all: ${each.slice(0, 300)}`)
  if (!(await isHeard(watching))) unhandled.push("the runtime reports none")
  watching.stop()
  if (unhandled.length === 0) passed++
  else failed.push({ name: "no rejection is left unhandled", message: unhandled.join("; ") })
  return { passed, failed, outcomes }
}
