// A node of the chaos test: a server process with a clock of its own, behind networks that the test cuts.
import { type ChildProcess, spawn } from "node:child_process"
import { appendFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { startTcpProxy, type TcpProxy } from "../../faults/tcpProxy.ts"
import { freePort } from "../../freePort.ts"
import { serverEnvironment, killOnExit } from "../childProcess.ts"

/** A node. It keeps its port and its data directory when it is started again. */
export interface ChaosNode {
  readonly name: string
  readonly baseUrl: string
  /** The networks between it and the database, and between it and Redis. */
  readonly networks: { readonly database: TcpProxy; readonly redis: TcpProxy }
  readonly signal: (name: NodeJS.Signals) => void
  /** Kills it and starts it again. */
  readonly restart: () => Promise<void>
  /** Whether it says that it is ready, within a second. */
  readonly isReady: () => Promise<boolean>
  /** Its exit code after SIGTERM; null when it had to be killed. */
  readonly stop: () => Promise<number | null>
  /** Why it has ended by itself; undefined while it has not. A start without its database is tried again. */
  readonly died: () => string | undefined
}

const main = resolve(import.meta.dirname, "../../../../../apps/rest/src/main.ts")
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

const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done(child.exitCode)
    child.once("exit", (code) => done(code))
    return void child.kill(signal)
  })

/** Starts a node; it may not be ready yet. */
export const startNode = async ({
  clockShift,
  databaseUrl,
  env,
  logs,
  name,
  redisUrl
}: NodeOptions): Promise<ChaosNode> => {
  const cwd = mkdtempSync(join(tmpdir(), "leadline-chaos-"))
  process.once("exit", () => rmSync(cwd, { recursive: true, force: true }))
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const [database, LEADLINE_DATABASE_URL] = await through(databaseUrl)
  const [redis, LEADLINE_REDIS_URL] = await through(redisUrl)
  let isKilled = false
  let reason: string | undefined
  const launch = () => {
    isKilled = false
    const child = killOnExit(
      spawn(process.execPath, ["--conditions=@leadline/source", "--import", preload, main], {
        cwd,
        env: {
          ...serverEnvironment(),
          CLOCK_SHIFT: String(clockShift),
          PORT: String(port),
          LEADLINE_DATABASE_URL,
          LEADLINE_REDIS_URL,
          ...env
        },
        stdio: ["ignore", "ignore", "pipe"]
      })
    )
    let last = ""
    child.stderr.on("data", (data: Buffer) => {
      last = (last + data.toString()).slice(-2_000)
      appendFileSync(join(logs, `${name}.log`), data)
    })
    child.once("exit", (code, signal) => {
      if (isKilled) return
      if (code === 1 && last.includes(noDatabase)) relaunch()
      else reason = `${name} ended by itself (${signal ?? code}): ${last}`
    })
    return child
  }
  // As a supervisor does: a node whose database is away when it starts ends with a message.
  const relaunch = () =>
    void setTimeout(() => {
      if (!isKilled) child = launch()
    }, restartDelay)
  let child = launch()
  return {
    name,
    baseUrl,
    networks: { database, redis },
    signal: (signal) => void child.kill(signal),
    restart: async () => {
      isKilled = true
      await end(child, "SIGKILL")
      child = launch()
    },
    isReady: () =>
      fetch(`${baseUrl}/-/ready`, { signal: AbortSignal.timeout(1_000) }).then(
        async (response) => {
          await response.body?.cancel()
          return response.status === 200
        },
        () => false
      ),
    stop: async () => {
      isKilled = true
      const killing = setTimeout(() => void child.kill("SIGKILL"), stopTimeout)
      const code = await end(child, "SIGTERM")
      clearTimeout(killing)
      await Promise.all([database.close(), redis.close()])
      return code
    },
    died: () => reason
  }
}
