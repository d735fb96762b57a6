// A Redis of the tests' own, on a free port of this machine: Debian's `redis-server`, or what REDIS_SERVER names.
import { existsSync } from "node:fs"
import { newFolder, removeFolder } from "../processes.ts"
import { start } from "../runningProgram.ts"

const program = process.env["REDIS_SERVER"] ?? "/usr/bin/redis-server"

/** Why there is none; undefined when there is one. With LEADLINE_REQUIRE_REDIS set, the tests fail without one. */
export const missingRedis =
  existsSync(program) || process.env["LEADLINE_REQUIRE_REDIS"] !== undefined
    ? undefined
    : `left out: there is no ${program}; install Debian's redis-server, or name one in REDIS_SERVER`

/** A Redis that keeps nothing. `stop` kills it. */
export const startRedis = async (port: number, args: ReadonlyArray<string> = []) => {
  const directory = newFolder()
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  const redis = start([program, ...options, "--dir", directory, ...args], { env: process.env })
  await redis.said(/eady to accept connections/)
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Sends it a signal: SIGSTOP makes it silent, SIGCONT lets it go on. */
    signal: (signal: NodeJS.Signals) => redis.child.kill(signal),
    stop: async () => {
      await redis.end("SIGKILL")
      removeFolder(directory)
    }
  }
}
