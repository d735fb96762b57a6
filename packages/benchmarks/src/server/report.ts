// The figures of a run as text: one table per kind of server, the bounds beneath it.
import { aligned } from "../client/report.ts"
import type { Measured, Plan } from "./measure.ts"
import type { TableName } from "./tables.ts"

/** A measured table. */
export interface Result {
  readonly table: TableName
  readonly plan: Pick<Plan, "calls" | "concurrency" | "rounds">
  readonly measured: ReadonlyArray<Measured>
}

const titles: { readonly [table in TableName]: string } = {
  decisions:
    "POST /v1/decisions with 3 questions, an engine that answers at once. Key, limiter and rules on, but for node:http.",
  proxy: "The same through a proxy. Key, limiter and rules on, but for node:http and undici."
}

/** What ours may take at most, times another subject. */
const bounds: { readonly [table in TableName]: { readonly of: string; readonly most: number } } = {
  decisions: { of: "fastify", most: 1 },
  proxy: { of: "node:http and undici", most: 1.5 }
}

const floors: { readonly [table in TableName]: string } = {
  decisions: "node:http",
  proxy: "node:http and undici"
}

const cpuOf = (measured: ReadonlyArray<Measured>, name: string): number | undefined =>
  measured.find(({ subject }) => subject === name)?.cpu.median

const times = (cost: number | undefined, other: number | undefined): string =>
  cost === undefined || other === undefined ? "-" : (cost / other).toFixed(2)

const whole = (value: number): string => Math.round(value).toLocaleString("en")

const judged = ({ measured, table }: Result): ReadonlyArray<string> => {
  const { most, of } = bounds[table]
  const [ours, other] = [cpuOf(measured, "leadline"), cpuOf(measured, of)]
  if (ours === undefined || other === undefined) return []
  const said = ours / other <= most ? "met    " : "NOT MET"
  return [`${said}  leadline: ${times(ours, other)} x ${of}, at most ${most.toFixed(2)}`]
}

/** One table as lines. Times are processor time of the server's process, user and system. */
export const lines = (result: Result): ReadonlyArray<string> => {
  const { measured, plan, table } = result
  const floor = cpuOf(measured, floors[table])
  return [
    titles[table],
    `${plan.rounds} rounds of ${plan.calls} requests, ${plan.concurrency} at a time; medians, processor time of the server.`,
    "",
    ...aligned([
      ["", "us a request", "min", "max", `x ${floors[table]}`, "requests a second"],
      ...measured.map(({ cpu, rate, subject }) => [
        subject,
        whole(cpu.median),
        whole(cpu.min),
        whole(cpu.max),
        times(cpu.median, floor),
        whole(rate.median)
      ])
    ]),
    "",
    ...judged(result),
    ""
  ]
}
