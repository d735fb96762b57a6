// Well-behaved clients: one sends a request every 50 ms, the other one heavy decision after the other.
import * as Http from "node:http"
import { type Counts, countOne } from "../../tables.ts"
import { pause } from "../../processes.ts"
import { type SentRequest, send } from "../httpRequest.ts"
import { heavyDecision } from "../neighbours/rows.ts"
import { cpuWaitOf } from "../processStats.ts"

/** What a well-behaved client measured. Times are in milliseconds. */
export interface Observed {
  /** Time of each answer, to the last byte, without the time in which the server waited for a core. */
  readonly times: ReadonlyArray<number>
  /** The same with that time. */
  readonly wallTimes: ReadonlyArray<number>
  /** How often each status or connection error came. */
  readonly statuses: Readonly<Counts>
}

const interval = 50
const requestTimeout = 30_000

const body = JSON.stringify({
  model: "decider-27b",
  state: "The invoice was charged twice.",
  questions: { team: { type: "choice", criteria: { billing: null, support: null } } }
})

/** Sends requests on kept connections to the server of a process, and measures them. */
const observeRequests = (pid: number | undefined) => {
  const times: Array<number> = []
  const wallTimes: Array<number> = []
  const statuses: Counts = {}
  const agent = new Http.Agent({ keepAlive: true })
  const waited = () => cpuWaitOf(pid) || 0
  let open = 0
  const ask = async (sent: SentRequest): Promise<void> => {
    const [from, waitedBefore] = [performance.now(), waited()]
    open++
    const status = await send({ ...sent, agent, timeout: requestTimeout }).then(
      (answer) => String(answer.status),
      (error: Error) => ("code" in error ? String(error.code) : "failed")
    )
    open--
    countOne(statuses, status)
    const time = performance.now() - from
    wallTimes.push(time)
    times.push(Math.max(0, time - waited() + waitedBefore))
  }
  const seen: Observed = { times, wallTimes, statuses }
  return { ask, open: () => open, seen, close: () => agent.destroy() }
}

/** Requests `GET /v1/models` and a small decision, on separate connections, until it is stopped. */
export const startRegularClient = (baseUrl: string, key: string, pid: number | undefined) => {
  const models = observeRequests(pid)
  const decisions = observeRequests(pid)
  const timer = setInterval(() => {
    void models.ask({ url: `${baseUrl}/v1/models` })
    void decisions.ask({ url: `${baseUrl}/v1/decisions`, key, body })
  }, interval)
  return {
    models: models.seen,
    decisions: decisions.seen,
    stop: async () => {
      clearInterval(timer)
      while (models.open() + decisions.open() > 0) await pause(20)
      models.close()
      decisions.close()
    }
  }
}

/** Sends heavy decisions, each a second after the one before is answered. */
export const startHeavyClient = (baseUrl: string, key: string, pid: number | undefined) => {
  const { ask, close, seen } = observeRequests(pid)
  let isOver = false
  const run = async () => {
    while (!isOver) {
      await ask({ url: `${baseUrl}/v1/decisions`, key, body: heavyDecision })
      await pause(1_000)
    }
    close()
  }
  const ended = run()
  return {
    heavy: seen,
    stop: (): Promise<void> => {
      isOver = true
      return ended
    }
  }
}
