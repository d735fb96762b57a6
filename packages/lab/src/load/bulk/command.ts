// The command `load bulk`: many calls at once by one client, under the options with which none may fail.
import { type ClientOptions, createClient } from "@leadline/transport-node"
import { command as define, wholeNumber } from "../../command.ts"
import { type Counts, countOne, markdownTable, mebibytesText } from "../../tables.ts"
import type { Target } from "../attack/Attack.ts"
import { startServer } from "../attack/startServer.ts"

const request = {
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

/** The options under which no call may fail. */
export const optionSets = [
  { concurrency: 8 },
  { concurrency: 8, waitForRateLimit: true },
  { concurrency: 1, waitForRateLimit: true }
] as const satisfies ReadonlyArray<ClientOptions>

/** What came of the calls. */
export interface BulkResult {
  readonly options: ClientOptions
  readonly calls: number
  /** How many calls failed, by error. */
  readonly failures: Readonly<Counts>
  /** HTTP requests that were answered with 429. */
  readonly refused: number
  readonly milliseconds: number
  /** Bytes of heap at most, sampled while calls were in progress. */
  readonly memory: number
}

/** Asks for so many decisions at once. */
export const runBulk = async (
  { port }: Pick<Target, "port">,
  apiKey: string,
  calls: number,
  options: ClientOptions
): Promise<BulkResult> => {
  let refused = 0
  const client = createClient({
    ...options,
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    onAttempt: ({ error }) => void (error?._tag === "RateLimitError" && refused++)
  })
  const failures: Counts = {}
  let memory = 0
  const sample = () => (memory = Math.max(memory, process.memoryUsage().heapUsed))
  const sampling = setInterval(sample, 250)
  const startedAt = performance.now()
  const one = async () => {
    try {
      await client.decisions.create(request)
    } catch (error) {
      countOne(failures, error instanceof Error ? error.name : "unknown")
    }
  }
  const all = Array.from({ length: calls }, one)
  sample()
  await Promise.all(all)
  const milliseconds = performance.now() - startedAt
  clearInterval(sampling)
  await client.close()
  return { options, calls, failures, refused, milliseconds, memory }
}

const optionsText = ({ options }: BulkResult): string => JSON.stringify(options).replaceAll('"', "")

/** What went wrong; empty if no call failed. */
export const problemsIn = (results: ReadonlyArray<BulkResult>): ReadonlyArray<string> =>
  results.flatMap((result) =>
    Object.entries(result.failures).map(([name, times]) => `${optionsText(result)}: ${times} x ${name}`)
  )

/** One line per set of options. */
export const report = (results: ReadonlyArray<BulkResult>): string =>
  markdownTable([
    ["Options", "Calls", "Failures", "429", "Seconds", "Heap at most"],
    ...results.map((result) => [
      optionsText(result),
      String(result.calls),
      String(Object.values(result.failures).reduce((sum, one) => sum + one, 0)),
      String(result.refused),
      (result.milliseconds / 1_000).toFixed(1),
      mebibytesText(result.memory)
    ])
  ]).join("\n")

/** Calls at once, under each set of options. */
export const command = define({
  about: "Calls at once under the default limits. Exit code 1 when one fails.",
  words: wholeNumber("calls at once", 1_000, "NUMBER"),
  run: async (_options, calls) => {
    const { stop, victim } = await startServer()
    const results: Array<BulkResult> = []
    for (const options of optionSets) results.push(await runBulk(victim, victim.keys.calm, calls, options))
    await stop()
    console.log(report(results))
    return problemsIn(results)
  }
})
