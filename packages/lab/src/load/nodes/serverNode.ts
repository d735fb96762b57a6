// A server of any version of this project as a process, on a port that stays when it is replaced.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { isReady, newFolder, pause } from "../../processes.ts"
import { startServerProcess } from "../../serverProcess.ts"

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
  readonly url: string
  /** Ends it by a signal, SIGTERM gracefully; gives its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts a server, and resolves when it is ready. Rejects with its last words when it ends instead. */
export const startNode = async ({ directory, env, port, version }: NodeOptions): Promise<ServerNode> => {
  const { child, end, lastWords } = startServerProcess({
    root: version.root,
    cwd: directory,
    env: {
      LEADLINE_DATA_DIR: directory,
      // A busy machine makes the event loop late: the server would refuse what is counted here.
      LEADLINE_MAX_LOOP_DELAY: "0",
      PORT: String(port),
      ...env
    }
  })
  const url = `http://127.0.0.1:${port}`
  while ((await isReady(url)) !== true) {
    if (child.exitCode !== null) throw new Error(lastWords().trim())
    await pause(50)
  }
  return { url, end }
}
