// The command `release`: rehearses releases on this machine.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { command as define, flag, texts } from "../command.ts"
import { newFolder } from "../processes.ts"
import { reasonOf } from "../runningProgram.ts"
import { rehearse, userNames } from "./rehearse.ts"

/** Rehearses releases. However it ends, it ends its child processes and removes its files. */
export const command = define({
  about: `Rehearses releases: nothing leaves this machine, and the project does not change.

A copy of the project is released to a registry on this machine: first what waits in .changeset, then a changeset of
each kind, on one package each. After each release the registry is asked whether all packages moved together. Then
projects of users install what was published, and use it on every runtime. All of it takes some minutes. Packages that
are not ours come from the registry that npm is configured with.`,
  options: {
    once: flag("one release only, then its users; the command runtimes does the same"),
    keep: flag("leaves the copy, the registry's files and the projects in place, and says where")
  },
  words: texts("only these users", "USER...", userNames),
  run: async ({ keep, once: isOnce }, only) => {
    const directory = keep ? mkdtempSync(join(tmpdir(), "leadline-rehearsal-")) : newFolder()
    if (keep) console.log(`Kept: ${directory}`)
    return rehearse({ directory, isOnce, only }).catch((error) => [reasonOf(error)])
  }
})
