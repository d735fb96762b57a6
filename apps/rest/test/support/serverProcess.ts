// Starts server processes for tests, each in its own directory, until the end of the test file.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "vitest"
import { bareEnvironment } from "../../../../packages/lab/src/processes.ts"
import { type Staying, start as startProgram } from "../../../../packages/lab/src/runningProgram.ts"
import { eventually } from "./eventually.ts"

const running = new Set<Staying>()
/** The directory of all directories of the test file, made when it needs the first. */
let scratch: string | undefined
let directories = 0

/** Where directories are: in memory, where a gigabyte is free, as every transaction of SQLite waits for its disk. */
const place = () => {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm")
    return bavail * bsize > 1e9 ? "/dev/shm" : tmpdir()
  } catch {
    return tmpdir()
  }
}

const scratchDirectory = () => {
  if (scratch === undefined) {
    scratch = mkdtempSync(join(place(), "leadline-rest-"))
    mkdirSync(join(scratch, "documents"))
  }
  return scratch
}

/** Kills the servers of a test file, and removes its directories: `endServers.ts` calls it after each file. */
export const killServers = () => {
  for (const server of running) server.child.kill("SIGKILL")
  running.clear()
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
  scratch = undefined
}

/** A new directory, removed at the end of the test file. */
export const emptyDirectory = () => mkdtempSync(join(scratchDirectory(), `${directories++}-`))

/** Starts the server, if given with a limit of open files. `seen` collects its output, `ended` resolves to its exit code. */
export const start = (
  env: { readonly [name: string]: string },
  directory = emptyDirectory(),
  args: ReadonlyArray<string> = [],
  openFiles?: number
) => {
  const words = [process.execPath, ...programArguments(serverProgram), ...args]
  const limited = ["/bin/sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...words]
  // No documents: each new data directory would need an index of this project's. Load shedding is off, because the machine is busy while all tests run.
  const settings = {
    PORT: "0",
    LEADLINE_DOCUMENTS: join(scratchDirectory(), "documents"),
    LEADLINE_MAX_LOOP_DELAY: "0",
    ...env
  }
  const server = startProgram(openFiles === undefined ? words : limited, {
    cwd: directory,
    env: { ...bareEnvironment(), ...settings }
  })
  running.add(server)
  const { child, output: seen } = server
  const printed = (text: string | RegExp) =>
    server.until(
      eventually(`the output ${String(text)}`, () => {
        const output = `${seen.stdout}\n${seen.stderr}`
        return typeof text === "string" ? output.includes(text) : text.test(output)
      })
    )
  const ended = async () => (await server.ended).code
  return {
    child,
    directory,
    seen,
    ended,
    ready: async () => {
      await printed("curl ")
      const baseUrl = await server.listening()
      const file = /in the file (.+): store/.exec(seen.stdout)?.[1]
      const first =
        file === undefined ? /once: (\S+)/.exec(seen.stdout)?.[1] : readFileSync(file, "utf8").trim()
      return { baseUrl, key: first ?? env["LEADLINE_API_KEY"] ?? "" }
    },
    /** Ends it gracefully. */
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      assert.strictEqual((await server.end(signal)).code, 0, seen.stderr)
    },
    /** Waits until it has printed something. */
    printed
  }
}

/** Asserts that a server does not start: it ends with 1 and one line, which is returned. */
export const refusalOf = async (...given: Parameters<typeof start>) => {
  const { ended, seen } = start(...given)
  assert.strictEqual(await ended(), 1)
  assert.strictEqual(seen.stdout, "")
  const [line = "", ...more] = seen.stderr.trimEnd().split("\n")
  assert.deepStrictEqual(more, [])
  const { message }: { readonly message: string } = JSON.parse(line)
  return message
}

/** Sends a request with a key: a POST of a body, if one is given. */
export const send = async (
  url: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {}
) => {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Sends a small decisions request. */
export const ask = (baseUrl: string, key: string) =>
  send(`${baseUrl}/v1/decisions`, key, {
    model: "decider-27b",
    state: "Please pay the second charge back.",
    questions: { refund: { type: "noul", instructions: "Should the second charge be paid back?" } }
  })

/** Creates a key with another one. */
export const generate = async (baseUrl: string, key: string): Promise<string> => {
  const { status, text } = await send(`${baseUrl}/generate_auth_token`, key, { token_name: "called" })
  assert.strictEqual(status, 200, text)
  return (JSON.parse(text) as { readonly auth_token: string }).auth_token
}

/** The status and the checks of the readiness probe. */
export const readiness = async (baseUrl: string) => {
  const { status, text } = await send(`${baseUrl}/-/ready`, "")
  return { status, checks: JSON.parse(text).checks as unknown }
}

/** The contents of all files in a directory, as one text. */
export const contents = (directory: string): string =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n")
