// Starts programs of other runtimes, and ends them with all their children.
import { spawn } from "node:child_process"

/** A program that runs. */
export interface Launched {
  /** What it printed, once it has ended by itself. Rejects when it ends badly, or not in time. */
  readonly output: Promise<string>
  /** Ends it with its children: some commands are launchers of the real program. */
  readonly kill: () => void
}

/** Starts a program in a directory, which has the given time to end. */
export const launch = (
  [command = "", ...args]: ReadonlyArray<string>,
  cwd: string,
  milliseconds: number
): Launched => {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", DO_NOT_TRACK: "1" }
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    } catch {
      // It has ended.
    }
  }
  let printed = ""
  let complaints = ""
  child.stdout.on("data", (bytes) => (printed += bytes))
  child.stderr.on("data", (bytes) => (complaints += bytes))
  const output = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      kill()
      reject(new Error(`not over after ${milliseconds} ms: ${printed}${complaints}`))
    }, milliseconds)
    child.on("error", (error) => {
      clearTimeout(timer)
      reject(error)
    })
    // After its exit there may be more to read.
    child.on("close", (code) => {
      clearTimeout(timer)
      if (code === 0) resolve(printed)
      else reject(new Error(`ended with ${code}: ${complaints.slice(-2_000)}`))
    })
  })
  // A program that is killed on purpose ends badly, and nobody may be waiting.
  output.catch(() => undefined)
  return { output, kill }
}
