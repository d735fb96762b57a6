// What the chaos test says at its end.
import { countsText, latencyText } from "../../tables.ts"
import { countOf } from "../acknowledged.ts"
import type { ChaosResult, Ledger } from "./Ledger.ts"

const latencies = (values: ReadonlyArray<number>) =>
  values.length === 0 ? "none" : `${latencyText(values)} of ${values.length}`

/** What was done so far, in a line. */
export const progressLine = ({ acknowledged: { chats, keys, skills }, broken }: Ledger): string =>
  `${keys.size} keys, ${skills.size} skills, ${chats.size} async chats; ${broken.length} promises broken`

/** The table. */
export const report = ({ ledger, troubles }: ChaosResult): string => {
  const { chats, keys, skills } = ledger.acknowledged
  return (
    [
      ["troubles", String(troubles)],
      ["keys made, of which revoked", `${keys.size}, ${countOf(keys, "gone")}`],
      ["skills made, of which deleted", `${skills.size}, ${countOf(skills, "gone")}`],
      ["async chats created", String(chats.size)],
      ["revoked key refused after", latencies(ledger.revocationDelays)],
      ["calm requests", latencies(ledger.calm)],
      ["answers", countsText(ledger.answers)],
      ["promises broken", String(ledger.broken.length)]
    ] as const
  )
    .map(([what, value]) => `${what.padEnd(32)}${value}`)
    .join("\n")
}
