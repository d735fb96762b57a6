// The server of this repository, as a process with a store of its own: what blocks and programs call.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServerProcess } from "../../../../packages/lab/src/serverProcess.ts"
import type { Service } from "./given.ts"

/** A running server. */
export interface Running extends Service {
  readonly dataDirectory: string
  readonly end: () => Promise<void>
}

/** Starts the server; resolves when it answers. By default it searches the documentation. */
export const startService = async (documents = ""): Promise<Running> => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "leadline-documents-"))
  const apiKey = "a-key-for-the-blocks-of-the-documents"
  const server = startServerProcess({
    cwd: dataDirectory,
    env: {
      LEADLINE_API_KEY: apiKey,
      LEADLINE_DATA_DIR: dataDirectory,
      LEADLINE_DOCUMENTS: documents,
      LEADLINE_KEYS_PER_MINUTE: "1000",
      LEADLINE_LOG_FORMAT: "off",
      // A machine that runs all tests at once is too busy to be taken at its word.
      LEADLINE_MAX_LOOP_DELAY: "0"
    }
  })
  const end = async () => {
    server.kill()
    await server.ended
    rmSync(dataDirectory, { recursive: true, force: true })
  }
  return { apiKey, baseUrl: await server.listening(), dataDirectory, end }
}
