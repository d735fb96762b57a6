// Runs attacks against one server with default settings, while well-behaved clients measure latency.
import { holdsWithin, pause } from "../../processes.ts"
import { memoryOf, metricsOf, seriesOf } from "../processStats.ts"
import type { Tally } from "./Attack.ts"
import { rows } from "../neighbours/rows.ts"
import { type Observed, startHeavyClient, startRegularClient } from "./regularClient.ts"
import { startAttackers } from "./attackers.ts"
import { startServer } from "./startServer.ts"

/** What attacks, for how long, and what is told meanwhile. */
export interface ObserveOptions {
  /** The row of neighbours. Default: the calm group is alone. */
  readonly row?: string | undefined
  readonly seconds: number
  /** Seconds of attack before anything is measured. Default 0. */
  readonly warmUp?: number
  /** Whether the calm group sends heavy decisions, too. Default false. */
  readonly sendsHeavy?: boolean
  /** Ends the attack before its time. */
  readonly until?: (attacked: Observation) => boolean
}

/** The result, final or so far. Times are in milliseconds, sizes in bytes. */
export interface Observation {
  readonly models: Observed
  readonly decisions: Observed
  /** Heavy decisions. */
  readonly heavy: Observed
  readonly tally: Tally
  readonly memory: number
  /** How the server ended by itself; undefined if it did not. */
  readonly crash: string | undefined
  /** Responses with status 500, by the server's metrics. */
  readonly failures: number
  /** Resources that the server still held after the attack: bytes of bodies, streams. */
  readonly left: ReadonlyArray<string>
  /** The server's last lines on standard error. */
  readonly lastWords: string
}

const releaseTimeout = 40_000

const sum = (series: ReadonlyArray<readonly [string, number]>) =>
  series.reduce((total, [, value]) => total + value, 0)

const heldMetrics = ["leadline_http_body_bytes_in_flight", "leadline_http_open_streams"]

/** Waits until the server holds no body and no stream; what it still holds at the time limit. */
const waitForRelease = async (baseUrl: string): Promise<ReadonlyArray<string>> => {
  let left: ReadonlyArray<string> = []
  await holdsWithin(
    releaseTimeout,
    async () => {
      const text = await metricsOf(baseUrl)
      const held = heldMetrics.map((name) => [name, sum(seriesOf(text, name))] as const)
      left = held.flatMap(([name, value]) => (value === 0 ? [] : [`${name} ${value}`]))
      if (text === "") left = ["The server does not answer"]
      return left.length === 0
    },
    200
  )
  return left
}

/** Starts server and attackers, and measures. */
export const observe = async (options: ObserveOptions): Promise<Observation> => {
  const { row, seconds, sendsHeavy = false, until, warmUp = 0 } = options
  const groups = row === undefined ? 0 : (rows[row]?.groups ?? 0)
  const { baseUrl, keys, program, stop } = await startServer(1 + groups)
  const { pid } = program.child
  const [key = "", first = "", ...others] = keys
  let crash: string | undefined
  program.child.once("exit", (code, signal) => (crash = `code ${code}, signal ${signal}`))
  const target = { port: Number(new URL(baseUrl).port), hostile: [first, ...others] } as const
  const attackers = row === undefined ? undefined : startAttackers(target, row)
  await pause(warmUp * 1_000)
  const calm = startRegularClient(baseUrl, key, pid)
  const heavy = sendsHeavy ? startHeavyClient(baseUrl, key, pid) : undefined
  let failures = 0
  let memory = 0
  const look = async () => {
    memory = Math.max(memory, memoryOf(pid).most || 0)
    const text = await metricsOf(baseUrl)
    const requests = seriesOf(text, "leadline_http_requests_total")
    if (text !== "") failures = sum(requests.filter(([labels]) => labels.includes(`status="500"`)))
  }
  const found = (left: ReadonlyArray<string>): Observation => ({
    models: calm.models,
    decisions: calm.decisions,
    heavy: heavy?.heavy ?? { times: [], wallTimes: [], statuses: {} },
    tally: attackers?.tally() ?? {},
    memory,
    crash,
    failures,
    left,
    lastWords: program.output.stderr
  })
  try {
    for (let second = 1; second <= seconds && crash === undefined; second++) {
      await pause(1_000)
      if (second % 2 === 0 || second === seconds) await look()
      if (until?.(found([])) === true) break
    }
    const attacked = found([])
    const isEarly = (await attackers?.stop()) === false
    await Promise.all([calm.stop(), heavy?.stop()])
    await look()
    const left = crash === undefined ? [...(await waitForRelease(baseUrl))] : []
    if (isEarly) left.push("nothing, but the attackers ended early")
    return { ...attacked, memory, crash, failures, left }
  } finally {
    await attackers?.stop()
    await stop()
  }
}
