// All that a process of the server writes is lines of JSON, where its log is JSON.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { emptyDirectory, start } from "../support/serverProcess.ts"

/** What libraries and Node do: some of it before the server starts, the rest at a signal, ended by an exception. */
const library = `
process.emitWarning("early", "ExperimentalWarning")
process.on("SIGUSR2", () => {
  process.emitWarning("late", { type: "DeprecationWarning", code: "DEP0" })
  console.log("console.log of", { two: 2 }, "\\nlines")
  console.info('{"is":"json"}')
  console.error(new Error("console.error").message)
  console.warn("{ no json")
  console.trace("console.trace")
  process.stdout.write("no line break")
  process.stdout.write(Buffer.from("bytes\\r\\n"))
  process.stderr.write("latin", "latin1", () => {
    setTimeout(() => Promise.reject(new RangeError("nobody catches it")), 10)
  })
})
`

const startWith = (env: { readonly [name: string]: string }) => {
  const directory = emptyDirectory()
  const file = join(directory, "library.mjs")
  writeFileSync(file, library)
  return start({ NODE_OPTIONS: `--import=${pathToFileURL(file).href}`, ...env }, directory)
}

interface Line {
  readonly ts: string
  readonly level: string
  readonly message: string
  readonly causes?: ReadonlyArray<{ readonly type: string; readonly message: string }>
}

const parsed = (text: string): ReadonlyArray<Line> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)

/** The messages of an output, by their levels. */
const messagesOf = (text: string) => parsed(text).map(({ level, message }) => `${level} ${message}`)

describe.concurrent("a process of the server", () => {
  it("writes nothing but lines of JSON", async () => {
    const server = startWith({})
    await server.ready()
    server.child.kill("SIGUSR2")
    assert.strictEqual(await server.ended(), 1)
    const out = messagesOf(server.seen.out)
    const told = out.findIndex((line) => line.startsWith("info Try a request"))
    assert.match(out[1] ?? "", /^info Your API key is in the file /)
    assert.deepEqual(out.slice(told + 1, told + 4), [
      "info console.log of { two: 2 } ",
      "info lines",
      "undefined undefined"
    ])
    assert.includeMembers(out, ["info no line break", "info bytes"])
    const error = messagesOf(server.seen.error)
    assert.includeMembers(error, [
      "warn ExperimentalWarning: early",
      "warn [DEP0] DeprecationWarning: late",
      "error console.error",
      "error { no json",
      "error Trace: console.trace",
      "error latin"
    ])
    const last = parsed(server.seen.error).at(-1)
    assert.strictEqual(last?.message, "The process ends: an exception was not caught")
    assert.deepInclude(last?.causes?.[0], { type: "RangeError", message: "nobody catches it" })
  })
})
