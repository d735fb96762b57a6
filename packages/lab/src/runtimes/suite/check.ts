// Checks every fact in order, and reports as plain data.
import { apiKey, type At, type Fact, type Setting, sleep, until } from "./fact.ts"
import { facts } from "./runtimeDifferences.ts"
import { rows } from "./failureCases.ts"

/** The result of one run. */
export interface Report {
  readonly passed: number
  readonly failed: ReadonlyArray<{ readonly name: string; readonly message: string }>
}

/** Milliseconds: longer than any fact may take on a slow machine. */
const patience = 30_000

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)

const checkOne = async (setting: Setting, fact: Fact, place: number): Promise<void> => {
  const baseUrl = `${setting.baseUrl}/${place}-${encodeURIComponent(fact.scenario)}`
  const options = { apiKey, baseUrl, maxRetries: 0, ...fact.options }
  const client = setting.createClient(options)
  const seen = async () => (await fetch(`${baseUrl}/seen`)).json()
  const at: At = { ...setting, client, options, seen }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`not settled after ${patience} ms`)), patience)
  try {
    await Promise.race([fact.holds(at), late.promise])
    // Workers may hold few connections: an unread response must not keep one.
    await until(at, ({ open }) => open === 0, "a connection stays open")
  } finally {
    clearTimeout(timer)
    await client.close()
  }
}

interface Process {
  readonly on?: (name: string, listener: (reason: unknown) => void) => void
}

/** Takes unhandled rejections. Node and Bun emit them on `process`, all others dispatch an event. */
const listen = (take: (reason: unknown) => void): void => {
  const { process } = globalThis as { readonly process?: Process }
  if (process?.on !== undefined && !Reflect.has(globalThis, "Deno")) process.on("unhandledRejection", take)
  else
    globalThis.addEventListener("unhandledrejection", (event) => {
      // A runtime that goes on would still print it, or end with an exit code of its own.
      event.preventDefault()
      take(event.reason)
    })
}

/** Checks all facts, and that no rejection is left unhandled. */
export const check = async (setting: Setting): Promise<Report> => {
  let passed = 0
  const failed: Array<Report["failed"][number]> = []
  listen((reason) => failed.push({ name: "no rejection is left unhandled", message: textOf(reason) }))
  for (const [place, fact] of [...rows, ...facts].entries()) {
    try {
      await checkOne(setting, fact, place)
      passed++
    } catch (error) {
      failed.push({ name: fact.name, message: textOf(error) })
    }
  }
  await sleep(20)
  return { passed, failed }
}
