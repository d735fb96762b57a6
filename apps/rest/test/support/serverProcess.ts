// Starts server processes for tests, each in its own directory, until the end of the test file.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "vitest"

const running = new Set<ChildProcess>()
/** The directory of all directories of the test file, made when it needs the first. */
let scratch: string | undefined
let directories = 0

const scratchDirectory = () => {
  if (scratch === undefined) {
    scratch = mkdtempSync(join(tmpdir(), "leadline-rest-"))
    mkdirSync(join(scratch, "documents"))
  }
  return scratch
}

/** Kills the servers of a test file, and removes its directories: `endServers.ts` calls it after each file. */
export const killServers = () => {
  for (const child of running) child.kill("SIGKILL")
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
  scratch = undefined
}

/** A new directory, removed at the end of the test file. */
export const emptyDirectory = () => mkdtempSync(join(scratchDirectory(), `${directories++}-`))

/** Starts the server. `seen` collects its output, `ended` resolves to its exit code. */
export const start = (
  env: { readonly [name: string]: string },
  directory = emptyDirectory(),
  args: ReadonlyArray<string> = []
) => {
  const child = spawn(process.execPath, [...programArguments(serverProgram), ...args], {
    cwd: directory,
    // No documents: each new data directory would need an index of this project's. Load shedding is off, because the machine is busy while all tests run.
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: "0",
      LEADLINE_DOCUMENTS: join(scratchDirectory(), "documents"),
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
      assert.isNull(child.exitCode ?? child.signalCode, seen.error)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const baseUrl = /on (http:\S+)/.exec(seen.out)?.[1] ?? ""
    const file = /in the file (.+): store/.exec(seen.out)?.[1]
    const first = file === undefined ? /once: (\S+)/.exec(seen.out)?.[1] : readFileSync(file, "utf8").trim()
    const key = first ?? env["LEADLINE_API_KEY"] ?? ""
    return { baseUrl, key }
  }
  return { child, directory, ended, ready, seen }
}

/** Sends a small decisions request. */
export const ask = (baseUrl: string, key: string) =>
  fetch(`${baseUrl}/v1/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: "decider-27b",
      state: "Please pay the second charge back.",
      questions: { refund: { type: "noul", instructions: "Should the second charge be paid back?" } }
    })
  })

/** The contents of all files in a directory, as one text. */
export const contents = (directory: string): string =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n")
