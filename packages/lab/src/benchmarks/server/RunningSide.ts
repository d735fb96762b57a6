// A side that runs: a process of its own, and how to send it a request, load it and read its processor time.
import { type Child, start } from "../client/Child.ts"
import { sendRequest } from "./sendRequest.ts"
import { preload, startProgram } from "./leadline/program.ts"
import type { LoadOrder, Taken } from "./processes/load.ts"
import type { ComparisonRow, ObservedResponse, LoadRequest, Side } from "./ComparisonRow.ts"
import type { Place } from "./Subject.ts"
import { isHandler } from "./subjects.ts"

/** One side of a row that is running. */
export interface RunningSide {
  readonly child: Child
  readonly send: (sent: LoadRequest) => Promise<ObservedResponse>
  /** Makes so many calls. `cpu` of what is taken is the load generator's. */
  readonly load: (calls: number) => Promise<Taken>
  readonly end: () => void
}

/** The message of a child, or an error when it says one. */
export const received = async <A extends object>(child: Child): Promise<A> => {
  const message = (await child.next()) as A & { readonly failure?: string }
  if (message.failure !== undefined) throw new Error(message.failure)
  return message
}

/** Sends an order and waits for the answer. */
export const order = <A extends object>(child: Child, message: object): Promise<A> => {
  const answer = received<A>(child)
  child.tell(message)
  return answer
}

/** Processor time of a side's process since it began, user and system, in microseconds. */
export const cpuOf = async ({ child }: RunningSide): Promise<number> =>
  (await order<{ readonly cpu: number }>(child, { order: "cpu" })).cpu

/** Concurrent requests. */
export const concurrencyOf = ({ connections = 32 }: ComparisonRow): number => connections

const begin = async ({ subject }: Side, { upstream }: Place) => {
  if (subject === "program") return startProgram()
  const child = start("../server/processes/subject.ts", [subject, upstream], [preload])
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
