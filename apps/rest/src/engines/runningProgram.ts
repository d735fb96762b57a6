// A program in a process group of its own: with a bare environment, read in bounded memory, and ended with its children.
import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import type { Readable } from "node:stream"
import { setTimeout } from "node:timers"
import { makeLastLines } from "./lastLines.ts"

/** Milliseconds a program and its children have to end before they are killed. */
const endTimeout = 5_000

/** Milliseconds for what cannot be waited for without end: the end of killed processes, and the last output. */
const lastTimeout = 1_000

/** Milliseconds between two looks whether the group has ended. */
const lookInterval = 20

/** Milliseconds between two reads of a pipe, each of 64 KiB: a program that prints without end waits for its reader. */
const readInterval = 10

/** Windows has no process groups: there the program alone is ended, at once. */
const hasGroups = process.platform !== "win32"

/** Variables of this server that a program gets. */
const inherited = hasGroups ? ["PATH", "HOME"] : ["Path", "SystemRoot", "USERPROFILE"]

/** A program and its arguments, and the variables that it gets beside PATH and HOME. */
export interface Program {
  readonly words: ReadonlyArray<string>
  readonly environment: { readonly [name: string]: string }
  /** Texts that its output must not show. */
  readonly secrets: ReadonlyArray<string>
}

/** A program that was started. */
export interface RunningProgram {
  /** Completes when it has ended, even if a child of it holds its pipes; at once when it could not be started. */
  readonly exited: Effect.Effect<void>
  /** How it ended. */
  readonly outcome: () => { readonly [field: string]: string | number | null }
  /** Ends the program and its children: SIGTERM, and SIGKILL after five seconds. */
  readonly end: Effect.Effect<void>
}

/** Sends a signal to a program and its children, 0 to none; whether one of them is there. */
const signal = ({ pid }: ChildProcess, name: NodeJS.Signals | 0): boolean => {
  if (pid === undefined) return false
  try {
    return process.kill(hasGroups ? -pid : pid, name)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const running = new Set<ChildProcess>()

const killAll = () => {
  for (const child of running) signal(child, "SIGKILL")
}

/** Kills it when this process exits without ending it, as at a second signal. */
const killOnExit = (child: ChildProcess): void => {
  if (running.size === 0) process.once("exit", killAll)
  running.add(child)
}

const forget = (child: ChildProcess): void => {
  running.delete(child)
  if (running.size === 0) process.off("exit", killAll)
}

/** Reads a pipe, of which one that was never made is undefined. */
const read = (pipe: Readable | null | undefined, add: (text: string) => void): void => {
  pipe?.setEncoding("utf8").on("data", (text: string) => {
    add(text)
    pipe.pause()
    setTimeout(() => pipe.resume(), readInterval).unref()
  })
}

/** Looks until a state holds, so many milliseconds at most; whether it holds. It also ends where nothing interrupts. */
const waitUntil = Effect.fnUntraced(function* (holds: () => boolean, milliseconds: number) {
  for (let waited = 0; !holds(); waited += lookInterval) {
    if (waited >= milliseconds) return false
    yield* Effect.sleep(lookInterval)
  }
  return true
})

/** Starts a program; fails with the reason. Call `end` of what was started, also after it exited. */
export const startProgram = ({
  environment,
  secrets,
  words: [file = "", ...rest]
}: Program): Effect.Effect<RunningProgram, { readonly problem: string }> =>
  Effect.try({
    try: () => {
      const given = inherited.flatMap((name) => {
        const value = process.env[name]
        return value === undefined ? [] : [[name, value] as const]
      })
      const env = { ...Object.fromEntries(given), ...environment }
      const child: ChildProcess = spawn(file, rest, {
        detached: hasGroups,
        env,
        stdio: ["ignore", "pipe", "pipe"]
      })
      killOnExit(child)
      const lines = makeLastLines(secrets)
      for (const pipe of [child.stdout, child.stderr]) read(pipe, lines.add)
      let problem: string | undefined
      const exited = new Promise<void>((resolve) => {
        child.once("exit", () => resolve())
        // Any number of them: without a listener one would end this process.
        child.on("error", ({ message }) => {
          problem ??= message
          if (child.pid === undefined) resolve()
        })
      })
      let isClosed = child.pid === undefined
      child.once("close", () => (isClosed = true))
      const hasEnded = () => !signal(child, 0)
      const end = Effect.gen(function* () {
        signal(child, "SIGTERM")
        if (!(yield* waitUntil(hasEnded, endTimeout))) {
          signal(child, "SIGKILL")
          yield* waitUntil(hasEnded, lastTimeout)
        }
        yield* waitUntil(() => isClosed, lastTimeout)
        child.stdout?.destroy()
        child.stderr?.destroy()
        forget(child)
      })
      return {
        exited: Effect.promise(() => exited),
        outcome: () => ({
          ...(problem === undefined
            ? { exitCode: child.exitCode, signalCode: child.signalCode }
            : { problem }),
          output: lines.text()
        }),
        end
      }
    },
    catch: (error) => ({ problem: error instanceof Error ? error.message : "It cannot be started" })
  })
