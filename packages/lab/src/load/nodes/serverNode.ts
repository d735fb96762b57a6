// A server of any version as a process, on a port that stays when it is replaced.
import { isReady, pause, serverEnvironment, startProgram } from "../../processes.ts"
import { programArguments, serverProgram } from "../../program.ts"
import type { Version } from "./checkout.ts"

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
  const { child, end, lastWords } = startProgram(programArguments(serverProgram, version.root), {
    cwd: directory,
    env: {
      ...serverEnvironment(),
      LEADLINE_DATA_DIR: directory,
      LEADLINE_LOG_FORMAT: "off",
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
