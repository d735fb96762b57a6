// Child processes that end when their parent ends.
import type { ChildProcess } from "node:child_process"
import { constants } from "node:os"

/** Kills the child when this process exits, before other exit handlers, which remove its folders. */
export const killOnExit = <Child extends ChildProcess>(child: Child): Child => {
  const end = () => void child.kill("SIGKILL")
  process.prependOnceListener("exit", end)
  child.once("exit", () => process.off("exit", end))
  return child
}

/** Exits on signals, so that exit handlers run. */
export const exitOnSignals = (): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
}

/** The environment of a child that inherits nothing else: PATH, and Node's compile cache, which makes starts cheaper. */
export const bareEnvironment = (): { readonly [name: string]: string } =>
  Object.fromEntries(
    ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

/** The environment of a server: no documents, for each new data directory would need an index of this project's. */
export const serverEnvironment = (): { readonly [name: string]: string } => ({
  ...bareEnvironment(),
  LEADLINE_DOCUMENTS: import.meta.dirname
})
