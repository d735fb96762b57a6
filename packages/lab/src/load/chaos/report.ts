// What the chaos test says at its end: a table, and the promises that were broken.
import { quantile } from "../processStats.ts"
import type { ChaosResult, Ledger, State } from "./Ledger.ts"

const count = (all: ReadonlyMap<string, State>, state: State) =>
  [...all.values()].filter((each) => each === state).length

const milliseconds = (values: ReadonlyArray<number>) =>
  values.length === 0
    ? "none"
    : `p50 ${quantile(values, 0.5).toFixed(0)}, p99 ${quantile(values, 0.99).toFixed(0)}, ` +
      `at most ${Math.max(...values).toFixed(0)} ms of ${values.length}`

const answersOf = ({ answers }: Ledger) =>
  [...answers]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([what, times]) => `${what} x ${times}`)
    .join(", ")

/** What was done so far, in a line. */
export const progressLine = ({ broken, chats, keys, skills }: Ledger): string =>
  `${keys.size} keys, ${skills.size} skills, ${chats.size} async chats; ${broken.length} promises broken`

/** The table. */
export const report = ({ ledger, troubles }: ChaosResult): string =>
  (
    [
      ["troubles", String(troubles)],
      ["keys made, of which revoked", `${ledger.keys.size}, ${count(ledger.keys, "gone")}`],
      ["skills made, of which deleted", `${ledger.skills.size}, ${count(ledger.skills, "gone")}`],
      ["async chats created", String(ledger.chats.size)],
      ["revoked key refused after", milliseconds(ledger.revocationDelays)],
      ["calm requests", milliseconds(ledger.calm)],
      ["answers", answersOf(ledger)],
      ["promises broken", String(ledger.broken.length)]
    ] as const
  )
    .map(([what, value]) => `${what.padEnd(32)}${value}`)
    .join("\n")
