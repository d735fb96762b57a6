// Shutdown by signals: under load, with an unfinished request, and by a second signal.
import { shutDownUnderLoad, withPlainLoad } from "@leadline/lab"
import { programArguments, serverProgram } from "@leadline/lab/program"
import * as Net from "node:net"
import { assert, describe, it } from "vitest"
import { eventually, inTime } from "../support/eventually.ts"
import { emptyDirectory, start } from "../support/serverProcess.ts"

const key = "signals-key-0123456789abcdef"

/** A request whose body never arrives, when the server waits for it; `closed` resolves to what it got. */
const unfinished = async (baseUrl: string) => {
  const socket = Net.connect(Number(new URL(baseUrl).port), "127.0.0.1")
  socket.write(
    `POST /v1/decisions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`
  )
  let said = ""
  socket.on("data", (data) => (said += data.toString()))
  const closed = new Promise<string>((resolve) =>
    socket.on("close", () => resolve(said)).on("error", () => resolve(said))
  )
  await eventually(
    "an interim response",
    () => said.startsWith("HTTP/1.1 100 "),
    () => said
  )
  return { closed: () => inTime("the end of a connection", closed) }
}

describe("SIGTERM", () => {
  it("loses no response and exits with 0, as it does within the grace period alone", async () => {
    const subject = withPlainLoad({
      program: programArguments(serverProgram),
      env: {
        PORT: "0",
        LEADLINE_API_KEY: key,
        LEADLINE_MAX_LOOP_DELAY: "0",
        LEADLINE_SHUTDOWN_SECONDS: "10"
      },
      cwd: emptyDirectory(),
      key
      // A server that needs more than its own grace exits with 1.
    })
    for (let round = 0; round < 2; round++) {
      const end = await shutDownUnderLoad(subject)
      assert.deepStrictEqual(end.problems, [])
      assert.isAbove(end.counts.answered + end.counts.streamed, 0)
    }
  })

  it("gives 503 to an unfinished request, and exits with 0, as it does within the grace period alone", async () => {
    const server = start({ LEADLINE_API_KEY: key, LEADLINE_SHUTDOWN_SECONDS: "4" })
    const request = await unfinished((await server.ready()).baseUrl)
    await server.stop()
    const said = await request.closed()
    assert.match(said, /^HTTP\/1\.1 503 /m)
    assert.match(said, /^connection: close\r$/im)
    assert.include(said, '"type":"service_unavailable"')
  })
})

describe.concurrent("a second signal", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130]
  ] as const)("exits at once, without the end of an unfinished request: %s with %i", async (signal, code) => {
    const server = start({ LEADLINE_API_KEY: key, LEADLINE_SHUTDOWN_SECONDS: "600" })
    await unfinished((await server.ready()).baseUrl)
    server.child.kill("SIGTERM")
    // Half a second later it is another signal; until then, it counts as the first.
    await eventually("a second signal that ends the server", () => {
      server.child.kill(signal)
      return server.child.exitCode !== null
    })
    assert.strictEqual(await server.ended(), code)
  })

  it("at the same time, as from a terminal and npm, counts as the first", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    await server.ready()
    // A process that is stopped gets both at once, when it goes on.
    for (const signal of ["SIGSTOP", "SIGINT", "SIGTERM", "SIGCONT"] as const) server.child.kill(signal)
    assert.strictEqual(await server.ended(), 0)
  })
})
