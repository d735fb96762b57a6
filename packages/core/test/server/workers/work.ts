// Work for the tests of worker pools, and the module of their threads.
import { serveWork } from "../../../src/server/workers/workerThread.ts"

/** What to do with the text: give it back, or do what must be ended. */
export interface Task {
  readonly kind: "echo" | "loop" | "pattern" | "memory" | "recursion" | "bug"
  readonly text: string
}

/** Does a task. */
export const work = ({ kind, text }: Task): string => {
  if (kind === "loop") for (;;);
  if (kind === "pattern") return String(/^(a+)+$/.test(`${"a".repeat(60)}!`))
  if (kind === "memory") for (const all: Array<string> = []; ;) all.push(`${text}${all.length}`.repeat(100))
  if (kind === "recursion") return work({ kind, text })
  if (kind === "bug") throw new TypeError("a bug")
  return text
}

serveWork(work)
