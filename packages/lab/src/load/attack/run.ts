// Runs all attacks against one server with default settings, while a well-behaved client measures latency.
import { fork } from "node:child_process"
import { join } from "node:path"
import { memoryOf, seriesOf, cpuWaitOf } from "../processStats.ts"
import type { Tally } from "./Attack.ts"
import { startRegularClient, type Observed } from "./regularClient.ts"
import { startServer } from "./startServer.ts"
import { pause } from "./RawConnection.ts"

/** Duration and progress of an attack. */
export interface AttackOptions {
  readonly seconds: number
  /** Seconds between two calls of `progress`. */
  readonly step?: number
  readonly progress?: (seconds: number, attacked: AttackResult) => void
}

/** The result, final or so far. Times are in milliseconds, sizes in bytes. */
export interface AttackResult {
  readonly models: Observed
  readonly decisions: Observed
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
  /** The part of the time that the server waited for a processor. */
  readonly waiting: number
  /** Responses that the server cut because they were not read. */
  readonly stalls: number
  /** Event loop delay of the measuring process. */
  readonly late: { readonly p99: number; readonly max: number }
  /** Resources that the server still held after the attack: bytes of bodies, streams. */
  readonly left: ReadonlyArray<string>
  /** The server's last lines on standard error. */
  readonly troubles: ReadonlyArray<string>
}

const attackersProgram = join(import.meta.dirname, "attackerProcess.ts")
const releaseTimeout = 40_000

const sum = (series: ReadonlyArray<readonly [string, number]>) =>
  series.reduce((total, [, value]) => total + value, 0)

const heldMetrics = ["leadline_http_body_bytes_in_flight", "leadline_http_open_streams"]

const metrics = (baseUrl: string): Promise<string> =>
  fetch(`${baseUrl}/-/metrics`).then(
    (response) => response.text(),
    () => ""
  )

/** Waits until the server holds no body and no stream; what it still holds at the time limit. */
const waitForRelease = async (baseUrl: string): Promise<ReadonlyArray<string>> => {
  const end = performance.now() + releaseTimeout
  while (true) {
    const text = await metrics(baseUrl)
    const left = heldMetrics.flatMap((name) => {
      const value = sum(seriesOf(text, name))
      return value === 0 ? [] : [`${name} ${value}`]
    })
    if (text !== "" && left.length === 0) return []
    if (performance.now() > end) return text === "" ? ["The server does not answer"] : left
    await pause(200)
  }
}

/** Starts server and attackers, and measures. */
export const runAttack = async ({ progress, seconds, step = 60 }: AttackOptions): Promise<AttackResult> => {
  const { baseUrl, child, stop, troubles, victim } = await startServer()
  let crash: string | undefined
  child.once("exit", (code, signal) => (crash = `code ${code}, signal ${signal}`))
  const attackers = fork(attackersProgram, { execArgv: ["--conditions=@leadline/source"] })
  const calm = startRegularClient(baseUrl, victim.keys.calm)
  let tally: Tally = {}
  let used = 0
  let loop = 0
  let failures = 0
  let stalls = 0
  let waited = 0
  let memory = 0
  attackers.on("message", (said: { readonly tally: Tally; readonly used: NodeJS.CpuUsage }) => {
    tally = said.tally
    used = (said.used.user + said.used.system) / 1_000
  })
  const begin = performance.now()
  const waitedBefore = cpuWaitOf(child.pid)
  const look = async () => {
    memory = Math.max(memory, memoryOf(child.pid).most || 0)
    const text = await metrics(baseUrl)
    for (const [labels, value] of seriesOf(text, "leadline_event_loop_delay_seconds")) {
      if (labels.includes(`quantile="0.99"`)) loop = Math.max(loop, value * 1_000)
    }
    stalls = Math.max(stalls, sum(seriesOf(text, "leadline_stream_write_stalls_total")))
    waited = cpuWaitOf(child.pid) - waitedBefore || waited
    const requests = seriesOf(text, "leadline_http_requests_total")
    if (text !== "") failures = sum(requests.filter(([labels]) => labels.includes(`status="500"`)))
  }
  const found = (left: ReadonlyArray<string>): AttackResult => ({
    models: calm.models(),
    decisions: calm.decisions(),
    tally,
    attackers: used / (performance.now() - begin),
    memory,
    crash,
    failures,
    loop,
    waiting: waited / (performance.now() - begin),
    stalls,
    late: calm.late(),
    left,
    troubles
  })
  try {
    attackers.send(victim)
    for (let second = 1; second <= seconds && crash === undefined; second++) {
      await pause(1_000)
      if (second % 2 === 0) await look()
      if (second % step === 0) progress?.(second, found([]))
    }
    const attacked = found([])
    const isEarly = attackers.exitCode !== null || attackers.signalCode !== null
    if (!isEarly) {
      const gone = new Promise((done) => attackers.once("exit", done))
      attackers.disconnect()
      await gone
    }
    await calm.stop()
    await look()
    const left = crash === undefined ? [...(await waitForRelease(baseUrl))] : []
    if (isEarly) left.push("nothing, but the attackers ended early")
    return { ...attacked, models: calm.models(), decisions: calm.decisions(), memory, crash, failures, left }
  } finally {
    attackers.kill("SIGKILL")
    await stop()
  }
}
