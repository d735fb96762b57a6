// The command `release`: rehearses releases on this machine.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { command as define, flag, texts } from "../command.ts"
import { endService } from "../runtimes/projects/service.ts"
import { Failure } from "./processes.ts"
import { rehearse } from "./rehearse.ts"
import { lines, type Options, type Row } from "./rows.ts"
import { userNames } from "./users.ts"

/** Rehearses releases. However it ends, it ends its child processes and removes its files. */
export const command = define({
  about: `Rehearses releases: nothing leaves this machine, and the project does not change.

A copy of the project is released to a registry on this machine: first what waits in .changeset, then a changeset of
each kind, on one package each. After each release the registry is asked whether all packages moved together. Then
projects of users install what was published, and use it on every runtime. All of it takes some minutes.`,
  options: {
    once: flag("one release only, then its users; the command runtimes does the same"),
    keep: flag("leaves the copy, the registry's files and the projects in place, and says where")
  },
  words: texts("only these users", "USER...", userNames),
  details: ["Packages that are not ours come from the registry that npm is configured with."],
  run: async ({ keep, once: isOnce }, only) => {
    const directory = mkdtempSync(join(tmpdir(), "leadline-rehearsal-"))
    if (!keep)
      process.on("exit", () =>
        rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      )
    const options: Options = { isOnce, only }
    const rows: Array<Row> = []
    const faults: Array<string> = []
    try {
      await rehearse({ directory, options, rows })
    } catch (error) {
      faults.push(error instanceof Failure ? error.message : String(error))
    } finally {
      await endService()
    }
    console.log(`\n${lines(rows, performance.now()).join("\n")}`)
    if (keep) console.log(`\nKept: ${directory}`)
    const failed = rows.find(({ ok }) => !ok)
    return failed === undefined ? faults : [`${failed.what} failed: ${failed.detail}`]
  }
})
