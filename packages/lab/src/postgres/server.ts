// A PostgreSQL of the tests' own, on a free port of this machine. It keeps nothing.
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../ports.ts"
import { must, start as startProgram, type Staying } from "../runningProgram.ts"
import { findPrograms } from "./programs.ts"

/** `nobody`: PostgreSQL refuses to run as root. */
const nobody = 65_534

const isRoot = process.getuid?.() === 0

/** Commits survive a crash of PostgreSQL, but not of the machine. */
const settings = [
  "fsync=off",
  "full_page_writes=off",
  "shared_buffers=64MB",
  "max_connections=300",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "log_line_prefix="
]

/** The processes that a process has started: PostgreSQL has one for each connection. */
const childrenOf = (parent: number | undefined): ReadonlyArray<number> =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))

/** Starts a PostgreSQL. */
export const startPostgres = async () => {
  const folder = mkdtempSync(join(tmpdir(), "leadline-postgres-"))
  chmodSync(folder, 0o755)
  const { bin, lib } = findPrograms(join(folder, "programs"))
  const data = join(folder, "data")
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) chownSync(data, nobody, nobody)
  const options = ["--username=leadline", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
  const setting = {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], LC_ALL: "C", ...(lib !== undefined && { LD_LIBRARY_PATH: lib }) },
    ...(isRoot && { uid: nobody, gid: nobody })
  }
  await must([join(bin, "initdb"), `--pgdata=${data}`, ...options], setting)
  const port = await freePort()
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((each) => ["-c", each])]
  let child: Staying["child"] | undefined
  const start = async () => {
    const program = startProgram([join(bin, "postgres"), ...args], setting)
    child = program.child
    await program.said(/ready to accept connections/, "stderr")
  }
  const signal = (name: NodeJS.Signals) => {
    child?.kill(name)
    for (const pid of childrenOf(child?.pid)) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  const crash = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    // Not "close", which waits for every process that has its output: one that is still stopped would keep it.
    const ended = new Promise((resolve) => child?.once("exit", resolve))
    signal("SIGCONT")
    child.kill("SIGQUIT")
    await ended
  }
  await start()
  return {
    /** The URL of its database, with a password. */
    url: `postgres://leadline:secret-password@127.0.0.1:${port}/postgres`,
    port,
    /** Sends a signal to it and to its processes: SIGSTOP makes it silent, SIGCONT lets it go on. */
    signal,
    /** Ends it at once, without order. */
    crash,
    /** Starts it again after a crash, on the same data and port. */
    start,
    /** Ends it and removes its files. */
    stop: async () => {
      await crash()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** A running PostgreSQL. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>
