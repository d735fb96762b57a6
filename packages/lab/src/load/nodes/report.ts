// Tells what an update did, and what is wrong with it.
import type { Updated } from "./rollingUpdate.ts"

const listed = (counts: ReadonlyMap<string | number, number>, unit: string): string =>
  Array.from(counts, ([what, often]) => `${what}${unit} x ${often}`).join(", ")

/** The figures of an update. */
export const report = ({ exits, ledger, lost }: Omit<Updated, "startAgain">): string => {
  const { attempts, calls, chats, failed, keys, retried, skills } = ledger
  const revoked = Array.from(keys.values()).filter((state) => state === "revoked").length
  return [
    `calls that succeeded: ${listed(calls, "")}`,
    `attempts of each: ${listed(attempts, "")}`,
    `retried: ${retried.size === 0 ? "none" : listed(retried, "")}`,
    `calls that failed: ${failed.length}`,
    `acknowledged: ${keys.size} keys, ${revoked} of them revoked, ${chats.size} async chats, ${skills.size} skills; lost: ${lost.length}`,
    `exit codes: ${exits.join(", ")}`
  ].join("\n")
}

/** What is wrong; empty if nothing failed and nothing is lost. */
export const problemsIn = ({ exits, ledger, lost }: Updated): ReadonlyArray<string> => [
  ...ledger.failed,
  ...lost.map((what) => `lost: ${what}`),
  ...exits.filter((code) => code !== 0).map((code) => `exit code ${code}`)
]
