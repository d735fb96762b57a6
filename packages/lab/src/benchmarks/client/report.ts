// The figures of a run as text: one table per kind of call, the bounds beneath it.
import type { Judged } from "./bounds.ts"
import { markdownTable, type Spread } from "../../tables.ts"
import type { Measured, Plan } from "./measure.ts"
import type { TableName } from "./tables.ts"

/** A measured table with its bounds. */
export interface Result {
  readonly table: TableName
  readonly plan: Pick<Plan, "calls" | "concurrency" | "events" | "rounds">
  readonly measured: ReadonlyArray<Measured>
  readonly bounds: ReadonlyArray<Judged>
}

const titles: { readonly [table in TableName]: string } = {
  decisions:
    "A decisions call of 3 questions. openai, perplexity: a chat of as many bytes, as they have none.",
  chat: "A chat call.",
  sockets: "A stream of small chat chunks over a socket.",
  memory:
    "The same stream from memory: through each client's own fetch; core transport: beneath any transport."
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

const boundLine = (isStream: boolean) => (bound: Judged) => {
  const { most, of, ratio, subject } = bound
  const said = isStream
    ? `${(1 / ratio).toFixed(2)} x the events of ${of}, at least ${(1 / most).toFixed(2)}`
    : `${ratio.toFixed(2)} x ${of}, at most ${most.toFixed(2)}`
  return `${bound.met ? "met    " : "NOT MET"}  ${subject}: ${said}`
}

/** One table as lines. Times are processor time of the client's process, user and system. */
export const lines = ({ bounds, measured, plan, table }: Result): ReadonlyArray<string> => {
  const isStream = plan.events > 0
  return [
    titles[table],
    `${plan.rounds} rounds of ${plan.calls} calls, ${plan.concurrency} at a time${isStream ? `, ${plan.events} events each` : ""}; medians, processor time.`,
    "",
    ...markdownTable(isStream ? eventRows(measured, plan.events) : callRows(measured)),
    "",
    ...bounds.map(boundLine(isStream)),
    ""
  ]
}
