// A server of any version of this project as a process that keeps its port and its data directory when it is started again.
import { freePort } from "../ports.ts"
import { isReady, newFolder, pause } from "../processes.ts"
import { startServerProcess } from "../serverProcess.ts"

/** What a server is started with. */
export interface NodeOptions {
  readonly env: { readonly [name: string]: string }
  /** Flags of Node. */
  readonly flags?: ReadonlyArray<string>
  /** The checkout of its version. Default: this one. */
  readonly root?: string
  /** Default: a free one. */
  readonly port?: number
  /** Its data directory, which exists. Default: a new one. */
  readonly directory?: string
}

/** What a start without its database says. */
const noDatabase = "/postgres cannot be used: "

/** Starts a server; it may not be ready yet. */
export const startNode = async ({ directory = newFolder(), env, port, ...rest }: NodeOptions) => {
  const ownPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${ownPort}`
  let isEnded = false
  let reason: string | undefined
  const launch = () => {
    isEnded = false
    const started = startServerProcess({
      ...rest,
      cwd: directory,
      env: {
        LEADLINE_DATA_DIR: directory,
        // A busy machine makes the event loop late: the server would refuse what is counted here.
        LEADLINE_MAX_LOOP_DELAY: "0",
        PORT: String(ownPort),
        ...env
      }
    })
    void started.ended.then(async ({ code, stderr }) => {
      if (isEnded) return
      if (code !== 1 || !stderr.includes(noDatabase))
        return void (reason = `${url} ended by itself (${code}): ${stderr.trim()}`)
      // As a supervisor does: a node whose database is away when it starts ends with a message.
      await pause(1_000)
      if (!isEnded) program = launch()
    })
    return started
  }
  let program = launch()
  return {
    url,
    signal: (signal: NodeJS.Signals) => void program.child.kill(signal),
    /** Kills it and starts it again. */
    restart: async () => {
      isEnded = true
      await program.end("SIGKILL")
      program = launch()
    },
    /** Whether it says that it is ready, within two seconds. */
    isReady: async () => (await isReady(url)) === true,
    /** Resolves when it is ready; rejects with its last words when it ends instead. */
    ready: async () => {
      while ((await isReady(url)) !== true) {
        if (reason !== undefined) throw new Error(reason)
        await pause(50)
      }
    },
    /** Ends it by a signal, SIGTERM gracefully: its exit code, undefined when it was killed. */
    end: async (signal: NodeJS.Signals) => {
      isEnded = true
      return (await program.end(signal)).code
    },
    /** Why it has ended by itself; undefined while it has not. A start without its database is tried again. */
    died: () => reason
  }
}

/** A server process. */
export type ServerNode = Awaited<ReturnType<typeof startNode>>
