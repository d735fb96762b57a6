// The figures of a run as text: one table per kind of call, and the bounds that the client is held to beneath it.
import { type Spread, markdownTable } from "../../tables.ts"
import type { TableName } from "./tables.ts"

/** What a subject costs: microseconds of processor time of its process, user and system, a call or an event. */
export interface Measured {
  readonly subject: string
  readonly cpu: Spread
}

/** A subject's cost may be at most so many times that of another. */
interface Bound {
  readonly subject: string
  readonly of: string
  readonly most: number
}

interface Table {
  readonly title: string
  /** What figures are of. */
  readonly unit: "a call" | "an event"
  readonly bounds: ReadonlyArray<Bound>
}

const bounds: ReadonlyArray<Bound> = [
  { subject: "transport-node", of: "undici", most: 1.75 },
  { subject: "transport-node", of: "openai", most: 1 / 3 },
  { subject: "transport-node", of: "perplexity", most: 1 / 3 },
  { subject: "transport-fetch", of: "fetch", most: 1.25 }
]

const descriptions: { readonly [table in TableName]: Table } = {
  decisions: {
    title: "A decisions call of 3 questions. openai, perplexity: a chat of as many bytes, as they have none.",
    unit: "a call",
    bounds
  },
  chat: { title: "A chat call.", unit: "a call", bounds },
  // Twice the events for the same time is half the cost.
  sockets: {
    title: "A stream of small chat chunks over a socket.",
    unit: "an event",
    bounds: [
      { subject: "transport-node", of: "openai", most: 1 / 2 },
      { subject: "transport-fetch", of: "openai", most: 1 / 2 }
    ]
  }
}

const number = (value: number): string => value.toFixed(value < 100 ? 2 : 0)

/**
 * One table as lines. A bound is judged by the least of rounds: what else runs on a machine only ever adds to a round.
 */
export const lines = (
  table: TableName,
  how: string,
  measured: ReadonlyArray<Measured>
): ReadonlyArray<string> => {
  const { bounds: held, title, unit } = descriptions[table]
  const leastOf = (name: string) => measured.find(({ subject }) => subject === name)?.cpu.min ?? Number.NaN
  return [
    title,
    how,
    "",
    ...markdownTable([
      ["", `us ${unit}, median`, "least", "most"],
      ...measured.map(({ cpu: { max, median, min }, subject }) => [
        subject,
        ...[median, min, max].map(number)
      ])
    ]),
    "",
    ...held.map(({ most, of, subject }) => {
      const ratio = leastOf(subject) / leastOf(of)
      const verdict = ratio <= most ? "met    " : "NOT MET"
      return `${verdict}  ${subject}: ${ratio.toFixed(2)} x the time of ${of}, at most ${most.toFixed(2)}`
    }),
    ""
  ]
}
