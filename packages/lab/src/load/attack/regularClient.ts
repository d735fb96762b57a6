// Well-behaved clients: one sends a request every 50 ms, the other one heavy decision after the other.
import * as Http from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { type Counts, countOne } from "../../tables.ts"
import { pause } from "../../processes.ts"
import { heavyDecision } from "../neighbours/rows.ts"
import { cpuTimeOf, cpuWaitOf } from "../processStats.ts"

/** What the well-behaved client measured. Times are in milliseconds. */
export interface Observed {
  /** Latency of each request, to the last byte, without the time in which the server waited for a core. */
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

const observeRequests = (waited: () => number) => {
  const times: Array<number> = []
  const wallTimes: Array<number> = []
  const statuses: Counts = {}
  const agent = new Http.Agent({ keepAlive: true })
  let open = 0
  const ask = (url: string, options: Http.RequestOptions, text = "") => {
    const from = performance.now()
    const waitedBefore = waited()
    open++
    const over = (what: string) => {
      open--
      countOne(statuses, what)
      const time = performance.now() - from
      wallTimes.push(time)
      times.push(Math.max(0, time - waited() + waitedBefore))
    }
    const request = Http.request(url, { ...options, agent, timeout: requestTimeout }, (response) => {
      response.resume()
      response.once("end", () => over(String(response.statusCode)))
      response.once("error", () => over("broken"))
    })
    request.once("timeout", () => request.destroy())
    request.once("error", (error) => over("code" in error ? String(error.code) : "failed"))
    request.end(text)
  }
  const seen = (): Observed => ({ times, wallTimes, statuses })
  return { ask, open: () => open, seen, close: () => agent.destroy() }
}

/**
 * Requests `GET /v1/models` and a small decision, on separate connections, until it is stopped. `waited` says for how
 * many milliseconds the server has waited for a core so far.
 */
export const startRegularClient = (baseUrl: string, key: string, waited: () => number = () => 0) => {
  const models = observeRequests(waited)
  const decisions = observeRequests(waited)
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  const timer = setInterval(() => {
    models.ask(`${baseUrl}/v1/models`, {})
    decisions.ask(
      `${baseUrl}/v1/decisions`,
      { method: "POST", headers: { authorization: `Bearer ${key}` } },
      body
    )
  }, interval)
  return {
    models: models.seen,
    decisions: decisions.seen,
    /** Event loop delay of this process, which is part of every latency. */
    late: () => ({ p99: Math.max(0, own.percentile(99) / 1e6 - 10), max: Math.max(0, own.max / 1e6 - 10) }),
    stop: async () => {
      clearInterval(timer)
      for (let passed = 0; passed < requestTimeout && models.open() + decisions.open() > 0; passed += 20) {
        await pause(20)
      }
      own.disable()
      models.close()
      decisions.close()
    }
  }
}

/** Sends heavy decisions, each a second after the one before is answered. */
export const startHeavyClient = (baseUrl: string, key: string, pid: number | undefined) => {
  const times: Array<number> = []
  const work: Array<number> = []
  const statuses: Counts = {}
  let isOver = false
  const run = async () => {
    while (!isOver) {
      const [from, waitedBefore, workedBefore] = [performance.now(), cpuWaitOf(pid) || 0, cpuTimeOf(pid)]
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
        times.push(performance.now() - from - (cpuWaitOf(pid) || 0) + waitedBefore)
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
