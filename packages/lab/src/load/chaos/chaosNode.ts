// A node of the chaos test: a server process with a clock of its own, behind networks that the test cuts.
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { startTcpProxy, type TcpProxy } from "../../faults/tcpProxy.ts"
import { freePort } from "../../ports.ts"
import { isReady, newFolder } from "../../processes.ts"
import { startServerProcess } from "../../serverProcess.ts"

/** A node. It keeps its port and its data directory when it is started again. */
export interface ChaosNode {
  readonly name: string
  readonly baseUrl: string
  /** The networks between it and the database, and between it and Redis. */
  readonly networks: { readonly database: TcpProxy; readonly redis: TcpProxy }
  readonly signal: (name: NodeJS.Signals) => void
  /** Kills it and starts it again. */
  readonly restart: () => Promise<void>
  /** Whether it says that it is ready, within two seconds. */
  readonly isReady: () => Promise<boolean>
  /** Its exit code after SIGTERM; null when it had to be killed. */
  readonly stop: () => Promise<number | null>
  /** Why it has ended by itself; undefined while it has not. A start without its database is tried again. */
  readonly died: () => string | undefined
}

const preload = pathToFileURL(join(import.meta.dirname, "shiftedDate.mjs")).href

/** Milliseconds for a graceful stop. */
const stopTimeout = 60_000

/** What a start without its database says. */
const noDatabase = "/postgres cannot be used: "

/** Milliseconds until a node that could not start is started again. */
const restartDelay = 1_000

/** What a node is given. */
export interface NodeOptions {
  readonly name: string
  /** Milliseconds by which its clock is wrong. */
  readonly clockShift: number
  /** The URLs of the database and of Redis, without the network between. */
  readonly databaseUrl: string
  readonly redisUrl: string
  /** The folder of its log. */
  readonly logs: string
  /** Other settings. */
  readonly env: { readonly [name: string]: string }
}

/** Opens a network to the host of a URL; gives it with the URL that leads through it. */
const through = async (target: string): Promise<readonly [TcpProxy, string]> => {
  const url = new URL(target)
  const network = await startTcpProxy(Number(url.port))
  url.port = String(network.port)
  return [network, String(url)]
}

/** Starts a node; it may not be ready yet. */
export const startNode = async ({
  clockShift,
  databaseUrl,
  env,
  logs,
  name,
  redisUrl
}: NodeOptions): Promise<ChaosNode> => {
  const cwd = newFolder()
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const [database, LEADLINE_DATABASE_URL] = await through(databaseUrl)
  const [redis, LEADLINE_REDIS_URL] = await through(redisUrl)
  let isKilled = false
  let reason: string | undefined
  const launch = () => {
    isKilled = false
    const program = startServerProcess({
      cwd,
      flags: ["--import", preload],
      env: {
        CLOCK_SHIFT: String(clockShift),
        PORT: String(port),
        LEADLINE_DATABASE_URL,
        LEADLINE_REDIS_URL,
        ...env
      },
      onError: (data) => appendFileSync(join(logs, `${name}.log`), data)
    })
    void program.exited.then((code) => {
      if (isKilled) return
      if (code === 1 && program.lastWords().includes(noDatabase)) relaunch()
      else reason = `${name} ended by itself (${code}): ${program.lastWords()}`
    })
    return program
  }
  // As a supervisor does: a node whose database is away when it starts ends with a message.
  const relaunch = () =>
    void setTimeout(() => {
      if (!isKilled) program = launch()
    }, restartDelay)
  let program = launch()
  return {
    name,
    baseUrl,
    networks: { database, redis },
    signal: (signal) => void program.child.kill(signal),
    restart: async () => {
      isKilled = true
      await program.end("SIGKILL")
      program = launch()
    },
    isReady: async () => (await isReady(baseUrl)) === true,
    stop: async () => {
      isKilled = true
      const killing = setTimeout(() => void program.child.kill("SIGKILL"), stopTimeout)
      const code = await program.end("SIGTERM")
      clearTimeout(killing)
      await Promise.all([database.close(), redis.close()])
      return code
    },
    died: () => reason
  }
}
