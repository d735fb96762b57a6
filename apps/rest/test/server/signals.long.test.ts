// Shutdown by signals: under load, and by a second signal.
import { shutDownUnderLoad, withPlainLoad } from "@leadline/lab"
import { programArguments, serverProgram } from "@leadline/lab/program"
import { once } from "node:events"
import * as Net from "node:net"
import { assert, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { emptyDirectory, start } from "../support/serverProcess.ts"

const key = "signals-key-0123456789abcdef"

it("SIGTERM under load loses no response, and the server exits with 0", async () => {
  const subject = withPlainLoad({
    program: programArguments(serverProgram),
    env: {
      PORT: "0",
      LEADLINE_API_KEY: key,
      LEADLINE_MAX_LOOP_DELAY: "0",
      // A server that needs more than its own grace exits with 1.
      LEADLINE_SHUTDOWN_SECONDS: "10"
    },
    cwd: emptyDirectory(),
    key
  })
  for (let round = 0; round < 2; round++) {
    const end = await shutDownUnderLoad(subject)
    assert.deepStrictEqual(end.problems, [])
    assert.isAbove(end.counts.answered + end.counts.streamed, 0)
  }
})

it("a second SIGTERM exits at once, without the end of an unfinished request", async () => {
  const server = start({ LEADLINE_API_KEY: key, LEADLINE_SHUTDOWN_SECONDS: "600" })
  const { baseUrl } = await server.ready()
  const socket = Net.connect(Number(new URL(baseUrl).port), "127.0.0.1")
  const head = `POST /v1/decisions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 100`
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
  const server = start({ LEADLINE_API_KEY: key })
  await server.ready()
  // A process that is stopped gets both at once, when it goes on.
  for (const signal of ["SIGSTOP", "SIGINT", "SIGTERM", "SIGCONT"] as const) server.child.kill(signal)
  assert.strictEqual(await server.ended(), 0)
})
