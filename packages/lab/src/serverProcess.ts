// The server of `npm start` as a process, with settings.
import { join } from "node:path"
import { bareEnvironment } from "./processes.ts"
import { programArguments, serverProgram } from "./program.ts"
import { type Setting, start, type Staying } from "./runningProgram.ts"

/** Settings of a server whose one operator makes more than a tenant does, and whose log is of no interest. */
export const forOneOperator = {
  LEADLINE_KEYS_PER_GROUP: "1000000",
  LEADLINE_KEYS_PER_MINUTE: "1000000",
  LEADLINE_LOG_FORMAT: "off",
  LEADLINE_REQUESTS_PER_SECOND: "1000000"
}

/** How it is started. Of the environment it inherits little. */
export interface ServerProcessOptions extends Setting {
  /** A checkout of the repository. Default: this one. */
  readonly root?: string
  /** Flags of Node. */
  readonly flags?: ReadonlyArray<string>
}

/** Starts it, on a free port by default. It reads no documents: each data directory would need an index of them. */
export const startServerProcess = ({ env, flags = [], root, ...rest }: ServerProcessOptions): Staying =>
  start([process.execPath, ...flags, ...programArguments(serverProgram, root)], {
    ...rest,
    env: { ...bareEnvironment(), LEADLINE_DOCUMENTS: join(import.meta.dirname, "load"), PORT: "0", ...env }
  })
