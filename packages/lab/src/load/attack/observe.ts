// Runs attacks against one server with default settings, while well-behaved clients measure latency.
import { holdsWithin, pause } from "../../processes.ts"
import { cpuTimeOf, cpuWaitOf, loopDelayIn, memoryOf, metricsOf, seriesOf } from "../processStats.ts"
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
  /** Times of answered heavy decisions, without the server's waits for a core, and what the server worked for each. */
  readonly heavy: Omit<ReturnType<typeof startHeavyClient>, "stop">
  readonly tally: Tally
  /** The part of one core that the attackers used. */
  readonly attackers: number
  readonly memory: number
  /** How the server ended by itself; undefined if it did not. */
  readonly crash: string | undefined
  /** Responses with status 500, by the server's metrics. */
  readonly failures: number
  /** Greatest event loop delay of the server: 99th percentile of 2.5 to 5 seconds. */
  readonly loop: number
  /** The part of the time that the server waited for a core, and the part that it worked. */
  readonly waiting: number
  readonly working: number
  /** Responses that the server cut because they were not read. */
  readonly stalls: number
  /** Event loop delay of the measuring process. */
  readonly late: { readonly p99: number; readonly max: number }
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
  const { baseUrl, keys, lastWords, pid, program, stop } = await startServer(1 + groups)
  const [key = "", first = "", ...others] = keys
  let crash: string | undefined
  program.child.once("exit", (code, signal) => (crash = `code ${code}, signal ${signal}`))
  const target = { port: Number(new URL(baseUrl).port), hostile: [first, ...others] } as const
  const attackers = row === undefined ? undefined : startAttackers(target, row)
  await pause(warmUp * 1_000)
  const calm = startRegularClient(baseUrl, key, () => cpuWaitOf(pid) || 0)
  const heavy = sendsHeavy ? startHeavyClient(baseUrl, key, pid) : undefined
  let loop = 0
  let failures = 0
  let stalls = 0
  let [waited, worked] = [0, 0]
  let memory = 0
  const begin = performance.now()
  const [waitedBefore, workedBefore] = [cpuWaitOf(pid), cpuTimeOf(pid)]
  const look = async () => {
    memory = Math.max(memory, memoryOf(pid).most || 0)
    const text = await metricsOf(baseUrl)
    loop = Math.max(loop, loopDelayIn(text))
    stalls = Math.max(stalls, sum(seriesOf(text, "leadline_stream_write_stalls_total")))
    waited = cpuWaitOf(pid) - waitedBefore || waited
    worked = cpuTimeOf(pid) - workedBefore || worked
    const requests = seriesOf(text, "leadline_http_requests_total")
    if (text !== "") failures = sum(requests.filter(([labels]) => labels.includes(`status="500"`)))
  }
  const found = (left: ReadonlyArray<string>): Observation => ({
    models: calm.models(),
    decisions: calm.decisions(),
    heavy: heavy ?? { times: [], work: [], statuses: {} },
    tally: attackers?.tally() ?? {},
    attackers: (attackers?.used() ?? 0) / (performance.now() - begin),
    memory,
    crash,
    failures,
    loop,
    waiting: waited / (performance.now() - begin),
    working: worked / (performance.now() - begin),
    stalls,
    late: calm.late(),
    left,
    lastWords: lastWords()
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
    return { ...attacked, models: calm.models(), decisions: calm.decisions(), memory, crash, failures, left }
  } finally {
    await attackers?.stop()
    await stop()
  }
}
