// A side that runs: a process of its own, and how to send it a request, load it and read its processor time.
import { type Child, forkChild, order, received } from "../../processes.ts"
import type { Taken } from "../orders.ts"
import type { ComparisonRow, LoadRequest, ObservedResponse, Side } from "./ComparisonRow.ts"
import type { Place } from "./Subject.ts"
import { preload, startServerProgram } from "./leadline/program.ts"
import { sendRequest } from "./sendRequest.ts"
import { isHandler } from "./subjects.ts"

/** Message to the load generator. */
export interface LoadOrder {
  readonly port: number
  readonly sent: LoadRequest
  readonly calls: number
  readonly connections: number
  readonly status: number
}

/** Starts it; it is ready then. */
export const startGenerator = async (): Promise<Child> => {
  const generator = forkChild("benchmarks/server/processes/load.ts")
  await received(generator)
  return generator
}

/** One side of a row that is running. */
export interface RunningSide {
  readonly child: Child
  readonly send: (sent: LoadRequest) => Promise<ObservedResponse>
  /** Makes so many calls. */
  readonly load: (calls: number) => Promise<Taken>
  readonly end: () => void
}

/** Processor time of a side's process since it began, user and system, in microseconds. */
export const cpuOf = async ({ child }: RunningSide): Promise<number> =>
  (await order<{ readonly cpu: number }>(child, { order: "cpu" })).cpu

/** Concurrent requests. */
export const concurrencyOf = ({ connections = 32 }: ComparisonRow): number => connections

const begin = async ({ subject }: Side, { upstream }: Place) => {
  if (subject === "program") return startServerProgram()
  const child = forkChild("benchmarks/server/processes/subject.ts", [subject, upstream], [preload])
  return { child, port: (await received<{ readonly port: number }>(child)).port }
}

/** Starts a side. Handlers call themselves, all others are loaded by the generator. */
export const run = async (
  row: ComparisonRow,
  side: Side,
  place: Place,
  generator: Child
): Promise<RunningSide> => {
  const { child, port } = await begin(side, place)
  const { sent, subject } = side
  const end = () => child.end()
  const concurrency = concurrencyOf(row)
  if (isHandler(subject)) {
    return {
      child,
      end,
      send: (other) => order(child, { order: "send", sent: other }),
      load: (calls) => order(child, { order: "run", sent, calls, concurrency })
    }
  }
  return {
    child,
    end,
    send: (other) => sendRequest(port, other),
    load: (calls) => {
      const load: LoadOrder = { port, sent, calls, connections: concurrency, status: row.status }
      return order(generator, load)
    }
  }
}
