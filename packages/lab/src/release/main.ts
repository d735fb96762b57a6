// Rehearses releases on this machine: `npm run lab -- release --help` says how.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killAll } from "../runtimes/processes/children.ts"
import { Failure } from "./command.ts"
import { endServices } from "../runtimes/projects/service.ts"
import { type Options, readOptions } from "./options.ts"
import { rehearse } from "./rehearse.ts"
import { lines, type Row } from "./table.ts"
import { userNames } from "./users.ts"

/** However this process ends, it ends its child processes and removes its files. */
const cleanUpAtExit = (directory: string, keeps: boolean) => {
  process.on("exit", () => {
    killAll()
    if (!keeps) rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  for (const [signal, code] of [
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    process.on(signal, () => {
      console.error(
        `\nStopped by ${signal}. Nothing has left this machine.${keeps ? "" : " Removing its files ..."}`
      )
      process.exit(code)
    })
  }
}

const main = async (options: Options) => {
  const directory = mkdtempSync(join(tmpdir(), "leadline-rehearsal-"))
  cleanUpAtExit(directory, options.keeps)
  const rows: Array<Row> = []
  try {
    await rehearse({ directory, options, rows })
  } catch (error) {
    if (!(error instanceof Failure)) console.error(error)
    process.exitCode = 1
  } finally {
    await endServices()
  }
  console.log(`\n${lines(rows, performance.now()).join("\n")}`)
  if (options.keeps) console.log(`\nKept: ${directory}`)
  const failed = rows.find(({ ok }) => !ok)
  if (failed === undefined) return
  console.error(`\n${failed.what} failed: ${failed.detail}`)
  process.exitCode = 1
}

const options = readOptions(userNames)
if (options !== undefined) await main(options)
