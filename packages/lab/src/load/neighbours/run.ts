// Measures a calm key group alone, and beside two hostile ones.
import { fork } from "node:child_process"
import { join } from "node:path"
import type { Tally, Target } from "../attack/Attack.ts"
import { pause } from "../attack/RawConnection.ts"
import { startRegularClient } from "../attack/regularClient.ts"
import { startServer } from "../attack/startServer.ts"
import { killOnExit } from "../childProcess.ts"
import { cpuTimeOf, cpuWaitOf, memoryOf, seriesOf } from "../processStats.ts"
import { heavyDecision } from "./heavyDecision.ts"

/**
 * What the calm group saw. Times are milliseconds, without those in which the server waited for a core that other
 * programs had: the hostile groups and the calm one would be on other machines.
 */
export interface Observed {
  /** Latencies of `GET /v1/models` and of small decisions. */
  readonly small: ReadonlyArray<number>
  /** The same with those times. */
  readonly smallWall: ReadonlyArray<number>
  /** Latencies of answered decisions that take long alone, with pauses of a second. */
  readonly heavy: ReadonlyArray<number>
  /** How often each status or connection error came; of heavy ones too. */
  readonly statuses: { readonly [what: string]: number }
  /** What the hostile groups got. */
  readonly tally: Tally
  /** Peak memory of the server in bytes. */
  readonly memory: number
  /** The part of the time that the server waited for a core, and the part that it worked. */
  readonly waiting: number
  readonly working: number
  /** Milliseconds that the server worked, on all it had, during each heavy decision: no other program changes it. */
  readonly heavyWork: ReadonlyArray<number>
  /** How late the loop of the calm group's own process was: 99th percentile, part of every latency. */
  readonly clientLate: number
  /** How late the server's loop was in its last seconds: 99th percentile. */
  readonly serverLate: number
}

const program = join(import.meta.dirname, "hostileProcess.ts")

/** Milliseconds for which the server has waited for a core; 0 where the system does not report it. */
const waitedOf = (pid: number | undefined): number => cpuWaitOf(pid) || 0

/** Sends heavy decisions, each a second after the one before is answered. */
const startHeavyClient = (baseUrl: string, key: string, pid: number | undefined) => {
  const times: Array<number> = []
  const work: Array<number> = []
  const statuses: Array<string> = []
  let isOver = false
  const run = async () => {
    while (!isOver) {
      const [from, waitedBefore, workedBefore] = [performance.now(), waitedOf(pid), cpuTimeOf(pid)]
      const status = await fetch(`${baseUrl}/v1/decisions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: heavyDecision
      }).then(
        async (response) => {
          await response.arrayBuffer()
          return String(response.status)
        },
        (error: unknown) => String(error)
      )
      // A refusal is quick.
      if (status === "200") {
        times.push(performance.now() - from - waitedOf(pid) + waitedBefore)
        work.push(cpuTimeOf(pid) - workedBefore)
      }
      statuses.push(status)
      await pause(1_000)
    }
  }
  const ended = run()
  const stop = (): Promise<void> => {
    isOver = true
    return ended
  }
  return { times, work, statuses, stop }
}

const startHostile = (row: string, target: Target) => {
  const child = killOnExit(fork(program, { execArgv: ["--conditions=@leadline/source"] }))
  let tally: Tally = {}
  child.on("message", (said: Tally) => (tally = said))
  child.send({ row, target })
  return { tally: () => tally, stop: () => child.kill("SIGKILL") }
}

/** The 99th percentile of the server's own loop delay, in milliseconds. */
const serverLateness = async (baseUrl: string): Promise<number> => {
  const text = await (await fetch(`${baseUrl}/-/metrics`)).text()
  const [, seconds = Number.NaN] =
    seriesOf(text, "leadline_event_loop_delay_seconds").find(([labels]) => labels.includes('"0.99"')) ?? []
  return seconds * 1_000
}

/** Runs for so many seconds on a server of its own; without a row the calm group is alone. */
export const runNeighbours = async (row: string | undefined, seconds: number): Promise<Observed> => {
  const { baseUrl, child, stop, victim } = await startServer()
  const hostile = row === undefined ? undefined : startHostile(row, victim)
  try {
    // Until the hostile groups are at their full strength.
    await pause(2_000)
    const waited = () => waitedOf(child.pid)
    const regular = startRegularClient(baseUrl, victim.keys.calm, waited)
    const heavy = startHeavyClient(baseUrl, victim.keys.calm, child.pid)
    const [from, waitedBefore, workedBefore] = [performance.now(), waited(), cpuTimeOf(child.pid)]
    await pause(seconds * 1_000)
    const elapsed = performance.now() - from
    const waiting = (waited() - waitedBefore) / elapsed
    const working = (cpuTimeOf(child.pid) - workedBefore) / elapsed
    const serverLate = await serverLateness(baseUrl)
    const clientLate = regular.late().p99
    await Promise.all([regular.stop(), heavy.stop()])
    const statuses: { [what: string]: number } = {}
    for (const all of [regular.models().statuses, regular.decisions().statuses])
      for (const [what, count] of Object.entries(all)) statuses[what] = (statuses[what] ?? 0) + count
    for (const what of heavy.statuses) statuses[what] = (statuses[what] ?? 0) + 1
    return {
      small: [...regular.models().times, ...regular.decisions().times],
      smallWall: [...regular.models().wallTimes, ...regular.decisions().wallTimes],
      heavy: heavy.times,
      heavyWork: heavy.work,
      statuses,
      tally: hostile?.tally() ?? {},
      memory: memoryOf(child.pid).most,
      waiting,
      working,
      clientLate,
      serverLate
    }
  } finally {
    hostile?.stop()
    await stop()
  }
}
