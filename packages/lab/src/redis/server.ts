// A Redis of the tests' own, on a free port of this machine: Debian's `redis-server`, or what REDIS_SERVER names.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { untilPrinted } from "../processes.ts"

const program = process.env["REDIS_SERVER"] ?? "/usr/bin/redis-server"

/** Why there is none; undefined when there is one. With LEADLINE_REQUIRE_REDIS set, the tests fail without one. */
export const missingRedis =
  existsSync(program) || process.env["LEADLINE_REQUIRE_REDIS"] !== undefined
    ? undefined
    : `left out: there is no ${program}; install Debian's redis-server, or name one in REDIS_SERVER`

/** A Redis that keeps nothing. `stop` kills it. */
export const startRedis = async (port: number, args: ReadonlyArray<string> = []) => {
  const directory = mkdtempSync(join(tmpdir(), "leadline-redis-"))
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  const child = spawn(program, [...options, "--dir", directory, ...args])
  const ended = new Promise((resolve) => child.once("close", resolve))
  await untilPrinted(child, "eady to accept connections")
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Sends it a signal: SIGSTOP makes it silent, SIGCONT lets it go on. */
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    stop: async () => {
      child.kill("SIGKILL")
      await ended
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
