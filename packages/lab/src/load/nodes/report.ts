// Tells what an update did, and what is wrong with it.
import { countsText } from "../../tables.ts"
import { countOf } from "../acknowledged.ts"
import type { Updated } from "./rollingUpdate.ts"

/** The figures of an update. */
export const report = ({ exits, ledger, lost }: Omit<Updated, "startAgain">): string => {
  const { acknowledged, attempts, calls, failed, retried } = ledger
  const { chats, keys, skills } = acknowledged
  return [
    `calls that succeeded: ${countsText(calls)}`,
    `attempts of each: ${countsText(attempts)}`,
    `retried: ${countsText(retried)}`,
    `calls that failed: ${failed.length}`,
    `acknowledged: ${keys.size} keys, ${countOf(keys, "gone")} of them revoked, ${chats.size} async chats, ` +
      `${skills.size} skills; lost: ${lost.length}`,
    `exit codes: ${exits.join(", ")}`
  ].join("\n")
}

/** What is wrong; empty if nothing failed and nothing is lost. */
export const problemsIn = ({ exits, ledger, lost }: Updated): ReadonlyArray<string> => [
  ...ledger.failed,
  ...lost.map((what) => `lost: ${what}`),
  ...exits.filter((code) => code !== 0).map((code) => `exit code ${code}`)
]
