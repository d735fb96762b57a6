// Work for the tests of worker pools, and the module of their threads.
import { serveWork } from "../../../src/server/workers/serveWork.ts"

/** What to do with the text: give it back, once or many times, count the tasks of the thread, or do what must be ended. */
export interface Task {
  readonly kind: "echo" | "loop" | "memory" | "recursion" | "bug" | "copies" | "count"
  readonly text: string
}

let counted = 0

/** Does a task. */
export const work = ({ kind, text }: Task): string | ReadonlyArray<string> => {
  if (kind === "loop") for (;;);
  if (kind === "memory") for (const all: Array<string> = []; ;) all.push(`${text}${all.length}`.repeat(100))
  if (kind === "recursion") return work({ kind, text })
  if (kind === "count") return String(++counted)
  if (kind === "bug") throw new TypeError("a bug")
  // The copies need no memory until they are sent.
  if (kind === "copies") return Array.from({ length: 100_000 }, () => text)
  return text
}

serveWork(work)
