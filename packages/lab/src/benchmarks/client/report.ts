// The figures of a run as text: one table per kind of call, and the bounds that the client is held to beneath it.
import { type Spread, markdownTable } from "../../tables.ts"
import type { TableName } from "./tables.ts"

/** How a table is measured. */
export interface Plan {
  readonly table: TableName
  readonly base: string
  readonly rounds: number
  /** Calls of a round. */
  readonly calls: number
  /** Calls before the first round, so that the code is compiled. */
  readonly warmUp: number
  readonly concurrency: number
  /** Events of a stream; 0 where nothing streams. */
  readonly events: number
}

/** What one call costs a client's process, in microseconds of processor time. */
export interface Measured {
  readonly subject: string
  readonly cpu: Spread
}

/** A subject's cost may be at most so many times that of another. */
export interface Bound {
  readonly subject: string
  readonly of: string
  readonly most: number
}

const calls: ReadonlyArray<Bound> = [
  { subject: "transport-node", of: "undici", most: 1.75 },
  { subject: "transport-node", of: "openai", most: 1 / 3 },
  { subject: "transport-node", of: "perplexity", most: 1 / 3 },
  { subject: "transport-fetch", of: "fetch", most: 1.25 }
]

/** The bounds of every table. Twice the events for the same time is half the cost. */
const boundsOf: { readonly [table in TableName]: ReadonlyArray<Bound> } = {
  decisions: calls,
  chat: calls,
  sockets: [
    { subject: "transport-node", of: "openai", most: 1 / 2 },
    { subject: "transport-fetch", of: "openai", most: 1 / 2 }
  ]
}

/** A bound beside what was measured. */
export interface Judged extends Bound {
  readonly ratio: number
  readonly met: boolean
}

/**
 * The bounds of a table whose subjects were both measured, by the least of their rounds: what else runs on a machine
 * only ever adds to a round.
 */
export const judge = (table: TableName, measured: ReadonlyArray<Measured>): ReadonlyArray<Judged> => {
  const least = new Map(measured.map(({ cpu, subject }) => [subject, cpu.min]))
  return boundsOf[table].flatMap((bound) => {
    const [cost, other] = [least.get(bound.subject), least.get(bound.of)]
    if (cost === undefined || other === undefined) return []
    const ratio = cost / other
    return [{ ...bound, ratio, met: ratio <= bound.most }]
  })
}

/** A measured table with its bounds. */
export interface Result {
  readonly plan: Plan
  readonly measured: ReadonlyArray<Measured>
  readonly bounds: ReadonlyArray<Judged>
}

const titles: { readonly [table in TableName]: string } = {
  decisions:
    "A decisions call of 3 questions. openai, perplexity: a chat of as many bytes, as they have none.",
  chat: "A chat call.",
  sockets: "A stream of small chat chunks over a socket."
}

const times = (measured: ReadonlyArray<Measured>, { median }: Spread, other: string): string => {
  const base = measured.find(({ subject }) => subject === other)
  return base === undefined ? "-" : (median / base.cpu.median).toFixed(2)
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

const callRows = (measured: ReadonlyArray<Measured>) => [
  ["", "us a call", "min", "max", "x undici", "x fetch"],
  ...measured.map(({ cpu, subject }) => [
    subject,
    whole(cpu.median),
    whole(cpu.min),
    whole(cpu.max),
    times(measured, cpu, "undici"),
    times(measured, cpu, "fetch")
  ])
]

const eventRows = (measured: ReadonlyArray<Measured>, events: number) => {
  const rate = (cost: number) => whole((events / cost) * 1e6)
  const openai = measured.find(({ subject }) => subject === "openai")?.cpu.median
  return [
    ["", "events a second", "min", "max", "x openai"],
    ...measured.map(({ cpu, subject }) => [
      subject,
      rate(cpu.median),
      rate(cpu.max),
      rate(cpu.min),
      openai === undefined ? "-" : (openai / cpu.median).toFixed(2)
    ])
  ]
}

const boundLine = ({ met, most, of, ratio, subject }: Judged): string =>
  `${met ? "met    " : "NOT MET"}  ${subject}: ${ratio.toFixed(2)} x the time of ${of}, at most ${most.toFixed(2)}`

/** One table as lines. Times are processor time of the client's process, user and system. */
export const lines = ({ bounds, measured, plan }: Result): ReadonlyArray<string> => {
  const isStream = plan.events > 0
  return [
    titles[plan.table],
    `${plan.rounds} rounds of ${plan.calls} calls, ${plan.concurrency} at a time${isStream ? `, ${plan.events} events each` : ""}; medians, processor time.`,
    "",
    ...markdownTable(isStream ? eventRows(measured, plan.events) : callRows(measured)),
    "",
    ...bounds.map(boundLine),
    ""
  ]
}
