// A server of any version as a process, on a port that stays when it is replaced.
import { spawn } from "node:child_process"
import { setTimeout } from "node:timers/promises"
import { serverEnvironment, killOnExit } from "../childProcess.ts"
import { programArguments, serverProgram } from "../../program.ts"
import type { Version } from "./checkout.ts"

/** What a server is started with. */
export interface NodeOptions {
  readonly version: Version
  readonly port: number
  /** Its data directory, which exists. */
  readonly directory: string
  readonly env: { readonly [name: string]: string }
}

/** A server process. */
export interface ServerNode {
  readonly version: Version
  readonly port: number
  readonly pid: number
  /** Ends it gracefully; gives its exit code. */
  readonly stop: () => Promise<number | null>
  /** Ends it at once. */
  readonly kill: () => Promise<number | null>
  readonly signal: (name: NodeJS.Signals) => void
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/-/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status === 200
    },
    () => false
  )

/** Starts a server, and resolves when it is ready. Rejects with its last words when it ends instead. */
export const startNode = async ({ directory, env, port, version }: NodeOptions): Promise<ServerNode> => {
  const program = programArguments(serverProgram, version.root)
  const child = killOnExit(
    spawn(process.execPath, program, {
      cwd: directory,
      env: {
        ...serverEnvironment(),
        LEADLINE_DATA_DIR: directory,
        LEADLINE_LOG_FORMAT: "off",
        // A busy machine makes the event loop late: the server would refuse what is counted here.
        LEADLINE_MAX_LOOP_DELAY: "0",
        PORT: String(port),
        ...env
      },
      stdio: ["ignore", "ignore", "pipe"]
    })
  )
  let words = ""
  child.stderr.on("data", (data: Buffer) => (words = (words + data.toString()).slice(-2_000)))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(words.trim())
    await setTimeout(50)
  }
  const end = (name: NodeJS.Signals) => {
    child.kill(name)
    return ended
  }
  return {
    version,
    port,
    pid: child.pid ?? 0,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    signal: (name) => void child.kill(name)
  }
}
