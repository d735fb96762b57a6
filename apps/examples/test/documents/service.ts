// The server of this repository, as a process with a store of its own: what blocks call.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Service } from "./given.ts"

/** A running server. */
export interface Running extends Service {
  readonly dataDirectory: string
  readonly end: () => Promise<void>
}

const apiKey = "a-key-for-the-blocks-of-the-documents"

/** Starts the server; resolves when it answers. `environment` has more settings. */
export const startService = (environment: { readonly [name: string]: string } = {}): Promise<Running> => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "leadline-documents-"))
  const child = spawn(process.execPath, programArguments(serverProgram), {
    cwd: dataDirectory,
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: "0",
      LEADLINE_API_KEY: apiKey,
      LEADLINE_DATA_DIR: dataDirectory,
      LEADLINE_KEYS_PER_MINUTE: "1000",
      LEADLINE_LOG_FORMAT: "off",
      // A machine that runs all tests at once is too busy to be taken at its word.
      LEADLINE_MAX_LOOP_DELAY: "0",
      ...environment
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let said = ""
  const ended = new Promise<void>((resolve) =>
    child.on("close", () => {
      rmSync(dataDirectory, { recursive: true, force: true })
      resolve()
    })
  )
  const end = () => {
    child.kill("SIGKILL")
    return ended
  }
  child.stderr.on("data", (data: Buffer) => (said += data.toString()))
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      said += data.toString()
      const { 1: baseUrl } = /answers on (http:\S+)/.exec(said) ?? []
      if (baseUrl !== undefined) resolve({ apiKey, baseUrl, dataDirectory, end })
    })
    void ended.then(() => reject(new Error(`The server did not start: ${said}`)))
  })
}
