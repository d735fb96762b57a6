// A process of the server: signals, a shell of npx, few open files, and libraries that print.
import { shutDownUnderLoad, withPlainLoad } from "@leadline/lab"
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import * as Net from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { ask, emptyDirectory, readiness, start } from "../support/serverProcess.ts"

const ownKey = "signals-key-0123456789abcdef"

it("SIGTERM under load loses no response, and the server exits with 0", async () => {
  const subject = withPlainLoad({
    program: programArguments(serverProgram),
    env: {
      PORT: "0",
      LEADLINE_API_KEY: ownKey,
      LEADLINE_MAX_LOOP_DELAY: "0",
      // A server that needs more than its own grace exits with 1.
      LEADLINE_SHUTDOWN_SECONDS: "10"
    },
    cwd: emptyDirectory(),
    key: ownKey
  })
  for (let round = 0; round < 2; round++) {
    const end = await shutDownUnderLoad(subject)
    assert.deepStrictEqual(end.problems, [])
    assert.isAbove(end.counts.answered + end.counts.streamed, 0)
  }
})

it("a second SIGTERM exits at once, without the end of an unfinished request", async () => {
  const server = start({ LEADLINE_API_KEY: ownKey, LEADLINE_SHUTDOWN_SECONDS: "600" })
  const { baseUrl } = await server.ready()
  const socket = Net.connect(Number(new URL(baseUrl).port), "127.0.0.1")
  const head = `POST /v1/decisions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ownKey}\r\nContent-Length: 100`
  socket.on("error", () => undefined).write(`${head}\r\nExpect: 100-continue\r\n\r\n`)
  // An interim response: it waits for the body, which never comes.
  await once(socket, "data")
  server.child.kill("SIGTERM")
  // Half a second later it is another signal; until then, it counts as the first.
  await eventually("a second signal that ends the server", () => {
    server.child.kill("SIGTERM")
    return server.child.exitCode !== null
  })
  assert.strictEqual(await server.ended(), 143)
})

it("a second signal at the same time, as from a terminal and npm, counts as the first", async () => {
  const server = start({ LEADLINE_API_KEY: ownKey })
  await server.ready()
  // A process that is stopped gets both at once, when it goes on.
  for (const signal of ["SIGSTOP", "SIGINT", "SIGTERM", "SIGCONT"] as const) server.child.kill(signal)
  assert.strictEqual(await server.ended(), 0)
})

it("a server that npx started ends with its shell, which does not pass on SIGTERM", async () => {
  const words = [process.execPath, ...programArguments(serverProgram), "serve", "--memory", "--port", "0"]
  // With a command after it, no shell replaces itself by the server.
  const shell = spawn("/bin/sh", ["-c", '"$@"; exit 0', "sh", ...words], {
    cwd: emptyDirectory(),
    env: { PATH: process.env["PATH"], npm_command: "exec" }
  })
  let output = ""
  shell.stdout.on("data", (data: Buffer) => (output += data.toString()))
  // Its pipes are those of the server: they close when both have ended.
  const closed = once(shell, "close")
  await eventually("a server that has started", () => output.includes("curl "))
  shell.kill("SIGTERM")
  await closed
})

it("a server that may open 256 files takes 128 connections, and answers while 200 come", async () => {
  const server = start({}, undefined, [], 256)
  const { baseUrl, key } = await server.ready()
  await server.printed("At most 128 connections in place of 10000")
  let open = 0
  const sockets = Array.from({ length: 200 }, () => {
    const socket = Net.connect(Number(new URL(baseUrl).port), "127.0.0.1", () => open++)
    socket.write("GET /-/live HTTP/1.1\r\nx: ")
    return socket.on("error", () => undefined)
  })
  await eventually("200 connections", () => open === sockets.length)
  assert.strictEqual((await ask(baseUrl, key)).status, 200)
  assert.strictEqual((await readiness(baseUrl)).status, 200)
  for (const socket of sockets) socket.destroy()
  await server.stop()
})

/** What libraries and Node do: some of it before the server starts, the rest at a signal, ended by an exception. */
const library = `
process.emitWarning("early", "ExperimentalWarning")
process.on("SIGUSR2", () => {
  console.log("console.log of", { two: 2 }, "\\nlines")
  console.info('{"is":"json"}')
  console.trace("console.trace")
  process.stdout.write("no line break")
  process.stderr.write("latin", "latin1", () => {
    setTimeout(() => Promise.reject(new RangeError("nobody catches it")), 10)
  })
})
`

it("a process of the server whose log is JSON writes nothing but that, whatever libraries print", async () => {
  const directory = emptyDirectory()
  const file = join(directory, "library.mjs")
  writeFileSync(file, library)
  const server = start({ NODE_OPTIONS: `--import=${pathToFileURL(file).href}` }, directory)
  await server.ready()
  server.child.kill("SIGUSR2")
  assert.strictEqual(await server.ended(), 1)
  const lines = `${server.seen.stdout}\n${server.seen.stderr}`.split("\n").filter((line) => line !== "")
  const parsed = lines.map((line) => JSON.parse(line))
  const messages = parsed.map(({ level, message }) => `${level} ${message}`)
  assert.includeMembers(messages, [
    "info console.log of { two: 2 } ",
    "info lines",
    "undefined undefined",
    "info no line break",
    "warn ExperimentalWarning: early",
    "error Trace: console.trace",
    "error latin",
    "error The process ends: an exception was not caught"
  ])
  assert.deepInclude(parsed.at(-1).causes[0], { type: "RangeError", message: "nobody catches it" })
})
