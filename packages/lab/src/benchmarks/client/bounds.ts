// What the client is held to: its cost beside that of others in the same run.
import type { Measured } from "./measure.ts"
import type { TableName } from "./tables.ts"

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
export const bounds: { readonly [table in TableName]: ReadonlyArray<Bound> } = {
  decisions: calls,
  chat: calls,
  sockets: [
    { subject: "transport-node", of: "openai", most: 1 / 2 },
    { subject: "transport-fetch", of: "openai", most: 1 / 2 }
  ],
  memory: [
    { subject: "core transport", of: "openai", most: 1 / 2 },
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
  return bounds[table].flatMap((bound) => {
    const [cost, other] = [least.get(bound.subject), least.get(bound.of)]
    if (cost === undefined || other === undefined) return []
    const ratio = cost / other
    return [{ ...bound, ratio, met: ratio <= bound.most }]
  })
}
