// Runs modules in a process of their own, which is replaced when it hangs or ends.
import { type ChildProcess, fork } from "node:child_process"
import { dirname } from "node:path"
import { root } from "./list.ts"

/** How long one block may take on a busy machine, in milliseconds. */
export const timeLimit = 120_000

/** Runs a module; what was wrong, if anything. */
export interface Modules {
  readonly run: (file: string) => Promise<string | undefined>
  readonly end: () => void
}

const start = (env: NodeJS.ProcessEnv): ChildProcess =>
  fork(new URL("./child.ts", import.meta.url), {
    cwd: root,
    env,
    execArgv: ["--conditions=@leadline/source", "--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  })

/** A process for modules, with its environment. */
export const openModules = (env: NodeJS.ProcessEnv): Modules => {
  let child: ChildProcess | undefined
  const end = () => {
    child?.removeAllListeners()
    child?.kill("SIGKILL")
    child = undefined
  }
  const run = (file: string) =>
    new Promise<string | undefined>((resolve) => {
      const running = (child ??= start(env))
      const timer = setTimeout(() => done(`did not end within ${timeLimit / 1000} s`, true), timeLimit)
      const done = (wrong: string | undefined, restarts: boolean) => {
        clearTimeout(timer)
        running.removeAllListeners()
        if (restarts) end()
        resolve(wrong)
      }
      running.once("message", ({ wrong }: { readonly wrong?: string }) => done(wrong, wrong !== undefined))
      running.once("exit", (code) => done(code === 0 ? undefined : `ended the process with ${code}`, true))
      running.send({ file, directory: dirname(file) })
    })
  return { run, end }
}
