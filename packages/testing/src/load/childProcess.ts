// Servers that do not outlive the process that started them.
import type { ChildProcess } from "node:child_process"
import { constants } from "node:os"

/** Kills the child when this process ends before it, and before what else is done at the end: folders are cleared then. */
export const killOnExit = <Child extends ChildProcess>(child: Child): Child => {
  const end = () => void child.kill("SIGKILL")
  process.prependOnceListener("exit", end)
  child.once("exit", () => process.off("exit", end))
  return child
}

/** Lets signals end this process like all else that ends it. */
export const exitOnSignals = (): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
