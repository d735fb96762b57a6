// Child processes, each in a process group of its own: some commands are launchers of the real program.
import { type ChildProcess, spawn } from "node:child_process"

/** How a command is run. */
export interface Setting {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** How a command ended. */
export interface Ended {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

const living = new Set<ChildProcess>()

/** Kills a process and its children. */
export const kill = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
  } catch {
    // It has already ended.
  }
}

/** Kills all running child processes. */
export const killAll = (): void => living.forEach(kill)

/** Starts a command with an open standard input. */
export const begin = ([command = "", ...args]: ReadonlyArray<string>, { cwd, env }: Setting) => {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] })
  living.add(child)
  const output = { stdout: "", stderr: "" }
  child.stdin.on("error", () => undefined)
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", (error) => reject(new Error(`${command} cannot be started: ${error.message}`)))
    // Output may still arrive after the exit.
    child.on("close", (code) => resolve({ code: code ?? undefined, ...output }))
  }).finally(() => living.delete(child))
  ended.catch(() => undefined)
  return { child, ended, output }
}
