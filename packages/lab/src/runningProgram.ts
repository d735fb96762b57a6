// Runs programs with a time limit, each in a process group of its own: some are launchers of the real program.
import { type ChildProcess, spawn } from "node:child_process"

/** How a command is run. */
export interface Setting {
  /** Default: that of this process. */
  readonly cwd?: string
  readonly env: NodeJS.ProcessEnv
  /** Another user's, where this process may change it. */
  readonly uid?: number
  readonly gid?: number
  /** Takes what it says on standard error. */
  readonly onError?: (text: string) => void
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
const kill = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
  } catch {
    // It has already ended.
  }
}

// Before other handlers, which remove the folders of programs.
process.prependListener("exit", () => living.forEach(kill))

/** A command or a check failed. The message says which, and the last lines of what it printed. */
export class Failure extends Error {}

/** The message of an error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Milliseconds: longer than any command takes on a slow machine. */
const patience = 240_000

/** The last lines of the output, which mostly say what is wrong. */
export const lastLines = ({ stderr, stdout }: Pick<Ended, "stderr" | "stdout">): string =>
  `${stdout}\n${stderr}`.split(/\s*\n/).slice(-20).join("\n")

/** Starts a long-running program. Its standard input closes when this process ends. */
export const start = ([file = "", ...args]: ReadonlyArray<string>, { onError, ...setting }: Setting) => {
  const child = spawn(file, args, { ...setting, detached: true, stdio: ["pipe", "pipe", "pipe"] })
  living.add(child)
  const output = { stdout: "", stderr: "" }
  child.stdin.on("error", () => undefined)
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text
    onError?.(text)
  })
  const what = [file, ...args].join(" ")
  const failure = (how: string) => new Failure(`${what} ${how}\n${lastLines(output)}`)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", (error) => reject(failure(`cannot be started: ${error.message}`)))
    // Output may still arrive after the exit.
    child.on("close", (code) => resolve({ code: code ?? undefined, ...output }))
  }).finally(() => living.delete(child))
  const gone = ended.then(({ code }) => Promise.reject(failure(`ended with ${code ?? "a signal"}`)))
  gone.catch(() => undefined)
  const inTime = async <A>(awaited: Promise<A>): Promise<A> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(failure(`is not over after ${patience} ms`)), patience)
    try {
      return await Promise.race([awaited, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  /** Awaits a promise. Rejects when the program ends first, or after the time limit. */
  const until = <A>(awaited: Promise<A>) => inTime(Promise.race([awaited, gone]))
  /** Resolves when the output matches. */
  const said = (pattern: RegExp, on: "stderr" | "stdout" = "stdout") =>
    until(
      new Promise<RegExpExecArray>((resolve) => {
        const look = () => {
          const found = pattern.exec(output[on])
          if (found !== null) resolve(found)
        }
        child[on].on("data", look)
        look()
      })
    )
  return {
    child,
    /** How it ended. */
    ended,
    /** What it said so far. */
    output,
    until,
    said,
    /** The URL that it says it answers on. */
    listening: async () => (await said(/on (http:\S+)\s/))[1] ?? "",
    /** Sends a signal, by default SIGTERM, and waits for the end. */
    end: (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal)
      return inTime(ended)
    },
    /** Kills it and its children. */
    kill: () => kill(child),
    /** Awaits a promise, for the time limit at most. */
    inTime
  }
}

/** A long-running program. */
export type Staying = ReturnType<typeof start>

/** Runs a command to its end, whatever its exit code. */
export const run = async (command: ReadonlyArray<string>, setting: Setting): Promise<Ended> => {
  const { child, ended, inTime, kill: end } = start(command, setting)
  child.stdin.end()
  try {
    return await inTime(ended)
  } finally {
    end()
  }
}

/** Runs a command that must succeed. */
export const must = async (command: ReadonlyArray<string>, setting: Setting): Promise<Ended> => {
  const ended = await run(command, setting)
  if (ended.code === 0) return ended
  throw new Failure(`${command.join(" ")} ended with ${ended.code ?? "a signal"}\n${lastLines(ended)}`)
}
