// Runs hostile key groups against one server with default settings, while a calm group measures its waits.
import { inspect } from "node:util"
import { forkChild, holdsWithin, order, pause, received } from "../../processes.ts"
import { type Counts, countOne } from "../../tables.ts"
import { cpuWaitOf, metricsOf, peakMemoryOf, sumOf } from "../processStats.ts"
import { startServer } from "./startServer.ts"
import type { Tally, Target } from "./attackerProcess.ts"
import { heavyDecision, type RowName, rows } from "./attacks.ts"

/** What came of one kind of request of the calm group. */
export interface Seen {
  /** Milliseconds to the last byte of each answer, without the time in which the server waited for a core. */
  readonly times: Array<number>
  /** How often each status or connection error came. */
  readonly statuses: Counts
}

/** The result. */
export interface Observation {
  readonly models: Seen
  readonly decisions: Seen
  readonly heavy: Seen
  readonly tally: Tally
  /** Peak memory of the server in bytes. */
  readonly memory: number
  /** A crash, answers of 500, and what the server still holds at the end. */
  readonly faults: ReadonlyArray<string>
}

const small = JSON.stringify({
  model: "decider-27b",
  state: "The invoice was charged twice.",
  questions: { team: { type: "choice", criteria: { billing: null, support: null } } }
})

/** Sends a request every so many milliseconds, or so many after the answer before, until it is stopped. */
const startClient = (
  pid: number | undefined,
  every: number,
  isPatient: boolean,
  url: string,
  sent: RequestInit = {}
) => {
  const seen: Seen = { times: [], statuses: {} }
  const ask = async () => {
    const [from, waited] = [performance.now(), cpuWaitOf(pid) || 0]
    const status = await fetch(url, sent)
      .then(async (answer) => (await answer.arrayBuffer()) && String(answer.status))
      .catch((error: unknown) => inspect(error))
    countOne(seen.statuses, status)
    seen.times.push(performance.now() - from - (cpuWaitOf(pid) || 0) + waited)
  }
  let isOver = false
  const run = async () => {
    const open: Array<Promise<void>> = []
    while (!isOver) {
      const asked = ask()
      if (isPatient) await asked
      else open.push(asked)
      await pause(every)
    }
    await Promise.all(open)
  }
  const ended = run()
  return {
    seen,
    stop: () => {
      isOver = true
      return ended
    }
  }
}

/** Starts server and attackers, and measures for so many seconds. Without a row the calm group is alone. */
export const runNeighbours = async (row: RowName | undefined, seconds: number): Promise<Observation> => {
  const { baseUrl, keys, program } = await startServer(1 + (row === undefined ? 0 : rows[row].groups))
  const { pid } = program.child
  const [key = "", first = "", ...others] = keys
  const attackers = row === undefined ? undefined : forkChild("load/neighbours/attackerProcess.ts")
  if (attackers !== undefined && row !== undefined) {
    await received(attackers)
    const port = Number(new URL(baseUrl).port)
    await order(attackers, { row, port, keys: [first, ...others] } satisfies Target)
    // The hostile groups are at their full strength after two seconds.
    await pause(2_000)
  }
  const post = (body: string) => ({ method: "POST", headers: { authorization: `Bearer ${key}` }, body })
  const models = startClient(pid, 50, false, `${baseUrl}/v1/models`)
  const decisions = startClient(pid, 50, false, `${baseUrl}/v1/decisions`, post(small))
  // Beside the attack mix only small requests are judged.
  const body = row === "the attack mix" ? small : heavyDecision
  const heavy = startClient(pid, 1_000, true, `${baseUrl}/v1/decisions`, post(body))
  await pause(seconds * 1_000)
  const faults: Array<string> = []
  let tally: Tally = {}
  if (attackers !== undefined && row !== undefined) {
    // Attacks of which something comes within seconds; the others wait for the server to give up.
    const quick = rows[row].attacks.filter((attack) => !("drip" in attack || "isDeaf" in attack))
    const haveRun = async () => {
      tally = await order<Tally>(attackers, {})
      return quick.every(({ name }) => Object.keys(tally[name] ?? {}).length > 0)
    }
    if (!(await holdsWithin(120_000, haveRun, 1_000))) faults.push("an attack did not run")
    await attackers.stop()
  }
  await Promise.all([models.stop(), decisions.stop(), heavy.stop()])
  const holds = async (): Promise<boolean> => {
    const text = await metricsOf(baseUrl)
    const names = ["leadline_http_body_bytes_in_flight", "leadline_http_open_streams"]
    return text === "" || names.some((name) => sumOf(text, name) > 0)
  }
  if (!(await holdsWithin(40_000, async () => !(await holds()), 200)))
    faults.push("the server still holds bodies or streams")
  const failures = sumOf(await metricsOf(baseUrl), "leadline_http_requests_total", 'status="500"')
  if (failures > 0) faults.push(`the server counts ${failures} answers of 500`)
  const memory = peakMemoryOf(pid)
  const { code, stderr } = await program.end("SIGKILL")
  if (code !== undefined) faults.push(`the server ended with ${code}: ${stderr}`)
  return { models: models.seen, decisions: decisions.seen, heavy: heavy.seen, tally, memory, faults }
}
