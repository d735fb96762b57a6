// Another version of this project: its sources in a folder of their own, installed as its README says.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { newFolder } from "../../processes.ts"

/** The folder of this project. */
export const root = join(import.meta.dirname, "../../../../..")

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim()

/** A version that can be started. */
export interface Version {
  /** Its folder. */
  readonly root: string
  /** What it is called in reports. */
  readonly name: string
}

/** The version that is worked on. */
export const current = (): Version => ({ root, name: "this version" })

/** Checks out a commit and installs it. The folder goes when this process ends. */
export const checkOut = (commit: string): Version => {
  const folder = join(newFolder(), "leadline")
  process.prependOnceListener("exit", () => void git("worktree", "remove", "--force", folder))
  git("worktree", "add", "--detach", folder, commit)
  execFileSync(process.execPath, ["tools/install.mjs"], { cwd: folder, stdio: "ignore" })
  return { root: folder, name: git("log", "-1", "--format=%h of %cs", commit) }
}
