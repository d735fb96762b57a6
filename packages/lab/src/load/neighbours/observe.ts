// Runs hostile key groups against one server with default settings, while a calm group measures its waits.
import * as Http from "node:http"
import { forkChild, holdsWithin, pause } from "../../processes.ts"
import { type Counts, countOne } from "../../tables.ts"
import { type SentRequest, send } from "../httpRequest.ts"
import { cpuWaitOf, metricsOf, peakMemoryOf, sumOf } from "../processStats.ts"
import { startServer } from "../startServer.ts"
import type { Tally, Target } from "./attackerProcess.ts"
import { heavyDecision } from "./requests.ts"
import { type RowName, rows } from "./rows.ts"

/** What came of one kind of request of the calm group. */
export interface Seen {
  /** Milliseconds to the last byte of each answer, without the time in which the server waited for a core. */
  readonly times: Array<number>
  /** How often each status or connection error came. */
  readonly statuses: Counts
}

/** The result, final or so far. */
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

const metrics = async (baseUrl: string) => {
  const text = await metricsOf(baseUrl)
  return {
    failures: sumOf(text, "leadline_http_requests_total", 'status="500"'),
    held:
      text === ""
        ? Number.NaN
        : sumOf(text, "leadline_http_body_bytes_in_flight") + sumOf(text, "leadline_http_open_streams")
  }
}

/** Sends a request every so many milliseconds, or so many after the answer before, until it is stopped. */
const startClient = (
  pid: number | undefined,
  every: number,
  isPatient: boolean,
  sent: Omit<SentRequest, "agent">
) => {
  const seen: Seen = { times: [], statuses: {} }
  const agent = new Http.Agent({ keepAlive: true })
  const ask = async () => {
    const [from, waited] = [performance.now(), cpuWaitOf(pid) || 0]
    const status = await send({ ...sent, agent }).then(
      (answer) => String(answer.status),
      (error: Error) => ("code" in error ? String(error.code) : "failed")
    )
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
    agent.destroy()
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

/** Starts server and attackers, and measures for so many seconds, or until enough is seen. Without a row the calm group is alone. */
export const observe = async (
  row: RowName | undefined,
  seconds: number,
  isEnough: (seen: Pick<Observation, "models" | "tally">) => boolean = () => false
): Promise<Observation> => {
  const { baseUrl, keys, program } = await startServer(1 + (row === undefined ? 0 : rows[row].groups))
  const { pid } = program.child
  const [key = "", first = "", ...others] = keys
  const attackers = row === undefined ? undefined : forkChild("load/neighbours/attackerProcess.ts")
  let tally: Tally = {}
  attackers?.onMessage((told: Tally) => (tally = told))
  if (row !== undefined) {
    attackers?.tell({ row, port: Number(new URL(baseUrl).port), keys: [first, ...others] } satisfies Target)
    await holdsWithin(60_000, () => Object.keys(tally).length > 0, 100)
    // The hostile groups are at their full strength after two seconds.
    await pause(2_000)
  }
  const models = startClient(pid, 50, false, { url: `${baseUrl}/v1/models` })
  const decisions = startClient(pid, 50, false, { url: `${baseUrl}/v1/decisions`, key, body: small })
  // Beside the attack mix only small requests are judged.
  const body = row === "the attack mix" ? small : heavyDecision
  const heavy = startClient(pid, 1_000, true, { url: `${baseUrl}/v1/decisions`, key, body })
  for (let second = 0; second < seconds && !isEnough({ models: models.seen, tally }); second++)
    await pause(1_000)
  const faults: Array<string> = []
  if ((await attackers?.stop()) === false) faults.push("the attackers ended early")
  if (row !== undefined && Object.keys(tally).length === 0) faults.push("no attack ran")
  await Promise.all([models.stop(), decisions.stop(), heavy.stop()])
  const isReleased = await holdsWithin(40_000, async () => (await metrics(baseUrl)).held === 0, 200)
  if (!isReleased) faults.push("the server still holds bodies or streams")
  const { failures } = await metrics(baseUrl)
  if (failures > 0) faults.push(`the server counts ${failures} answers of 500`)
  const memory = peakMemoryOf(pid)
  const { code, stderr } = await program.end("SIGKILL")
  if (code !== undefined) faults.push(`the server ended with ${code}: ${stderr}`)
  return { models: models.seen, decisions: decisions.seen, heavy: heavy.seen, tally, memory, faults }
}
