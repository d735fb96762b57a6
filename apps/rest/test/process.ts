// The server as a process, for tests: started in a directory of its own, read, asked, and ended with the file.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, vi } from "vitest"

/** The server's program. */
export const main = join(import.meta.dirname, "../src/main.ts")
const scratch = mkdtempSync(join(tmpdir(), "leadline-rest-"))
// A process takes its time when all tests start at once.
vi.setConfig({ testTimeout: 180_000 })

const running = new Set<ChildProcess>()
let directories = 0

afterAll(() => {
  for (const child of running) child.kill("SIGKILL")
  rmSync(scratch, { recursive: true, force: true })
})

/** A new directory, removed with the file. */
export const emptyDirectory = () => mkdtempSync(join(scratch, `${directories++}-`))

/** Starts the server; `output` grows, `ended` tells the exit code. */
export const start = (
  env: { readonly [name: string]: string },
  directory = emptyDirectory(),
  args: ReadonlyArray<string> = []
) => {
  const child = spawn(process.execPath, ["--conditions=@leadline/source", main, ...args], {
    cwd: directory,
    // A machine that runs all tests at once is too busy to be taken at its word.
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: "0",
      LEADLINE_MAX_LOOP_DELAY: "0",
      ...env
    }
  })
  running.add(child)
  const seen = { out: "", error: "" }
  child.stdout.on("data", (data: Buffer) => (seen.out += data.toString()))
  child.stderr.on("data", (data: Buffer) => (seen.error += data.toString()))
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      running.delete(child)
      resolve(code)
    })
  )
  const ready = async () => {
    while (!seen.out.includes("curl ")) {
      assert.isNull(child.exitCode, seen.error)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const baseUrl = /on (http:\S+)/.exec(seen.out)?.[1] ?? ""
    const key = /once: (\S+)/.exec(seen.out)?.[1] ?? env["LEADLINE_API_KEY"] ?? ""
    return { baseUrl, key }
  }
  return { child, directory, ended, ready, seen }
}

/** One small question. */
export const ask = (baseUrl: string, key: string) =>
  fetch(`${baseUrl}/v1/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: "decider-27b",
      state: "Please pay the second charge back.",
      questions: { refund: { type: "noul", instructions: "Does the writer ask for money back?" } }
    })
  })

/** All bytes under a directory, as one text. */
export const contents = (directory: string): string =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n")
