// The command `neighbours`: measures a calm key group alone, and beside two hostile ones.
import { command as define, number, texts } from "../../command.ts"
import { pause } from "../../processes.ts"
import { type Counts, countOne, countsText, mebibytesText, quantile, sumOf } from "../../tables.ts"
import type { Tally } from "../attack/Attack.ts"
import { startAttackers } from "../attack/attackers.ts"
import { startRegularClient } from "../attack/regularClient.ts"
import { startServer } from "../attack/startServer.ts"
import { cpuTimeOf, cpuWaitOf, loopDelayIn, memoryOf, metricsOf } from "../processStats.ts"
import { asTwoGroups, heavyDecision, rows } from "./rows.ts"

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
  readonly statuses: Readonly<Counts>
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

/** Milliseconds for which the server has waited for a core; 0 where the system does not report it. */
const waitedOf = (pid: number | undefined): number => cpuWaitOf(pid) || 0

/** Sends heavy decisions, each a second after the one before is answered. */
const startHeavyClient = (baseUrl: string, key: string, pid: number | undefined) => {
  const times: Array<number> = []
  const work: Array<number> = []
  const statuses: Counts = {}
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
      countOne(statuses, status)
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

/** Runs for so many seconds on a server of its own; without a row the calm group is alone. */
export const runNeighbours = async (row: string | undefined, seconds: number): Promise<Observed> => {
  const { baseUrl, pid, stop, victim } = await startServer()
  const hostile = row === undefined ? undefined : startAttackers(asTwoGroups(victim), row)
  try {
    // Until the hostile groups are at their full strength.
    await pause(2_000)
    const waited = () => waitedOf(pid)
    const regular = startRegularClient(baseUrl, victim.keys.calm, waited)
    const heavy = startHeavyClient(baseUrl, victim.keys.calm, pid)
    const [from, waitedBefore, workedBefore] = [performance.now(), waited(), cpuTimeOf(pid)]
    await pause(seconds * 1_000)
    const elapsed = performance.now() - from
    const waiting = (waited() - waitedBefore) / elapsed
    const working = (cpuTimeOf(pid) - workedBefore) / elapsed
    const serverLate = loopDelayIn(await metricsOf(baseUrl))
    const clientLate = regular.late().p99
    await Promise.all([regular.stop(), heavy.stop()])
    return {
      small: [...regular.models().times, ...regular.decisions().times],
      smallWall: [...regular.models().wallTimes, ...regular.decisions().wallTimes],
      heavy: heavy.times,
      heavyWork: heavy.work,
      statuses: sumOf(regular.models().statuses, regular.decisions().statuses, heavy.statuses),
      tally: hostile?.tally() ?? {},
      memory: memoryOf(pid).most,
      waiting,
      working,
      clientLate,
      serverLate
    }
  } finally {
    await hostile?.stop()
    await stop()
  }
}

/** Greatest 99th percentile of small requests, in milliseconds. */
const maxSmall = 250
/** Greatest 99th percentile of heavy ones, as a multiple of that without neighbours. */
const maxHeavy = 3

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`

const p99 = (values: ReadonlyArray<number>): string => `p99 ${quantile(values, 0.99).toFixed(0)} ms`

const line = (name: string, observed: Observed, alone: number): string => {
  const { heavy, heavyWork, small, smallWall, statuses, tally, ...server } = observed
  return [
    name,
    `  small: p50 ${quantile(small, 0.5).toFixed(1)} ms, ${p99(small)} of ${small.length}` +
      ` (with the server's waits for a core ${p99(smallWall)})`,
    `  heavy: p50 ${quantile(heavy, 0.5).toFixed(0)} ms, ${p99(heavy)} of ${heavy.length}` +
      `, ${(quantile(heavy, 0.99) / alone).toFixed(1)} x alone; the server worked for ${p99(heavyWork)} meanwhile`,
    `  answers: ${countsText(statuses)}`,
    `  server: memory at most ${mebibytesText(server.memory)}; worked ${percent(server.working)} of the time, ` +
      `waited for a core ${percent(server.waiting)}; loop late by ${server.serverLate.toFixed(0)} ms (p99), ` +
      `that of the calm group's process by ${server.clientLate.toFixed(0)} ms`,
    ...Object.entries(tally).map(([attack, all]) => `  hostile: ${attack}: ${countsText(all)}`)
  ].join("\n")
}

/** Measures the calm group alone, then beside each kind of load. */
export const command = define({
  about: `A calm key group's waits beside two hostile ones. Exit code 1 when it is refused, or waits too long: small
requests over ${maxSmall} ms (p99), heavy ones over ${maxHeavy} times as long as alone.`,
  options: { seconds: number("of each row", 10, 1) },
  words: texts("rows, default all", "ROW...", Object.keys(rows)),
  run: async ({ seconds }, asked) => {
    const alone = await runNeighbours(undefined, seconds)
    const heavyAlone = quantile(alone.heavy, 0.5)
    console.log(line("alone", alone, heavyAlone))
    const all: Array<Observed> = []
    for (const row of asked.length === 0 ? Object.keys(rows) : asked) {
      const observed = await runNeighbours(row, seconds)
      all.push(observed)
      console.log(line(row, observed, heavyAlone))
    }
    const worst = (pick: (row: Observed) => ReadonlyArray<number>) => quantile(all.flatMap(pick), 0.99)
    const small = worst((row) => row.small)
    const heavy = worst((row) => row.heavy)
    console.log(
      `all rows: small p99 ${small.toFixed(0)} ms (wanted <= ${maxSmall}), ` +
        `heavy p99 ${(heavy / heavyAlone).toFixed(1)} x alone (wanted <= ${maxHeavy})`
    )
    const refused = all.some(({ statuses }) => Object.keys(statuses).some((what) => what !== "200"))
    return [
      ...(refused ? ["not all answers were 200"] : []),
      ...(small <= maxSmall ? [] : ["small requests waited too long"]),
      ...(heavy <= maxHeavy * heavyAlone ? [] : ["heavy requests waited too long"])
    ]
  }
})
