// A server of any version of this project as a process that keeps its port and its data directory when it is started again.
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { freePort } from "../ports.ts"
import { isReady, newFolder, pause } from "../processes.ts"
import { root } from "../program.ts"
import { startServerProcess } from "../serverProcess.ts"

const worktree = (...args: ReadonlyArray<string>) => {
  execFileSync("git", ["worktree", ...args], { cwd: root, stdio: ["ignore", "ignore", "pipe"] })
}

/** Checks out a commit and installs it; gives its folder, which goes when this process ends. */
export const checkOut = (commit: string): string => {
  const folder = join(newFolder(), "leadline")
  process.prependOnceListener("exit", () => worktree("remove", "--force", folder))
  worktree("add", "--detach", folder, commit)
  execFileSync(process.execPath, ["tools/install.mjs"], { cwd: folder, stdio: "ignore" })
  return folder
}

/** What a server is started with. */
export interface NodeOptions {
  readonly env: { readonly [name: string]: string }
  /** Default: a name by its port. */
  readonly name?: string
  /** The checkout of its version. Default: this one. */
  readonly root?: string
  /** Default: a free one. */
  readonly port?: number
  /** Its data directory, which exists. Default: a new one. */
  readonly directory?: string
  /** Milliseconds by which its clock is wrong. Default 0. */
  readonly clockShift?: number
  /** The folder of its log. */
  readonly logs?: string
}

/** A server process. */
export interface ServerNode {
  readonly name: string
  readonly url: string
  readonly signal: (name: NodeJS.Signals) => void
  /** Kills it and starts it again. */
  readonly restart: () => Promise<void>
  /** Whether it says that it is ready, within two seconds. */
  readonly isReady: () => Promise<boolean>
  /** Resolves when it is ready; rejects with its last words when it ends instead. */
  readonly ready: () => Promise<void>
  /** Ends it by a signal, SIGTERM gracefully: its exit code, undefined when it was killed. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | undefined>
  /** Why it has ended by itself; undefined while it has not. A start without its database is tried again. */
  readonly died: () => string | undefined
}

const preload = pathToFileURL(join(import.meta.dirname, "chaos/shiftedDate.mjs")).href

/** Milliseconds for a graceful stop. */
const stopTimeout = 60_000

/** What a start without its database says. */
const noDatabase = "/postgres cannot be used: "

/** Milliseconds until a node that could not start is started again. */
const restartDelay = 1_000

/** Starts a server; it may not be ready yet. */
export const startNode = async (options: NodeOptions): Promise<ServerNode> => {
  const { clockShift = 0, directory = newFolder(), env, logs, root: checkout = root } = options
  const { port = await freePort(), name = `node ${port}` } = options
  const url = `http://127.0.0.1:${port}`
  let isEnded = false
  let reason: string | undefined
  const launch = () => {
    isEnded = false
    const program = startServerProcess({
      root: checkout,
      cwd: directory,
      flags: clockShift === 0 ? [] : ["--import", preload],
      env: {
        CLOCK_SHIFT: String(clockShift),
        LEADLINE_DATA_DIR: directory,
        // A busy machine makes the event loop late: the server would refuse what is counted here.
        LEADLINE_MAX_LOOP_DELAY: "0",
        PORT: String(port),
        ...env
      },
      ...(logs === undefined ? {} : { onError: (text) => appendFileSync(join(logs, `${name}.log`), text) })
    })
    void program.ended.then(({ code, stderr }) => {
      if (isEnded) return
      if (code === 1 && stderr.includes(noDatabase)) relaunch()
      else reason = `${name} ended by itself (${code}): ${stderr.trim()}`
    })
    return program
  }
  // As a supervisor does: a node whose database is away when it starts ends with a message.
  const relaunch = () =>
    void setTimeout(() => {
      if (!isEnded) program = launch()
    }, restartDelay)
  let program = launch()
  return {
    name,
    url,
    signal: (signal) => void program.child.kill(signal),
    restart: async () => {
      isEnded = true
      await program.end("SIGKILL")
      program = launch()
    },
    isReady: async () => (await isReady(url)) === true,
    ready: async () => {
      while ((await isReady(url)) !== true) {
        if (reason !== undefined) throw new Error(reason)
        await pause(50)
      }
    },
    end: async (signal) => {
      isEnded = true
      const killing = setTimeout(() => void program.child.kill("SIGKILL"), stopTimeout)
      const { code } = await program.end(signal)
      clearTimeout(killing)
      return code
    },
    died: () => reason
  }
}
