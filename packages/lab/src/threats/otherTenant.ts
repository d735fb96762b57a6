// A thread that sends small requests of another key group while a row runs, on a kept connection and on new ones in turns,
// and measures how long the server takes for each.
// oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window
import { once } from "node:events"
import * as Http from "node:http"
import { parentPort, Worker, workerData } from "node:worker_threads"
import { pause } from "../processes.ts"
import { send } from "../load/httpRequest.ts"
import { cpuWaitOf } from "../load/processStats.ts"
import { decisionBody, keys } from "./requests.ts"

/** What the thread is given. */
interface Given {
  readonly port: number
  /** The process of the server. */
  readonly pid: number
}

/** What it saw. */
export interface Seen {
  /** The longest wait in milliseconds. */
  readonly longest: number
  /** Answers that are not 200, and failures. */
  readonly refusals: ReadonlyArray<string>
}

const run = async (given: Given): Promise<void> => {
  const agents = [new Http.Agent({ keepAlive: true }), new Http.Agent()] as const
  const request = {
    url: `http://127.0.0.1:${given.port}/v1/decisions`,
    key: keys.b,
    body: decisionBody("A calm text.")
  }
  const refusals: Array<string> = []
  let [isOver, longest] = [false, 0]
  parentPort?.once("message", () => (isOver = true))
  parentPort?.postMessage("begun")
  for (let count = 0; !isOver; count++) {
    // Without the time in which other programs had the core of the server.
    const [from, waited] = [performance.now(), cpuWaitOf(given.pid) || 0]
    const status = await send({ ...request, agent: agents[count % 2 === 0 ? 0 : 1] }).then(
      (answer) => String(answer.status),
      ({ message }: Error) => message
    )
    longest = Math.max(longest, performance.now() - from - (cpuWaitOf(given.pid) || 0) + waited)
    if (status !== "200") refusals.push(`another tenant gets ${status}`)
    await pause(10)
  }
  for (const agent of agents) agent.destroy()
  parentPort?.postMessage({ longest, refusals } satisfies Seen)
}

if (parentPort !== null) await run(workerData as Given)

/** Starts it; gives what stops it, and then what it saw. */
export const startOtherTenant = async (port: number, pid: number): Promise<() => Promise<Seen>> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, pid } satisfies Given })
  await once(worker, "message")
  return async () => {
    worker.postMessage("stop")
    const [seen] = (await once(worker, "message")) as [Seen]
    return seen
  }
}
