// Shutdown by signals: under load, with an unfinished request, and by a second signal.
import { shutDownUnderLoad, problemsIn, withPlainLoad } from "@leadline/lab"
import { programArguments, serverProgram } from "@leadline/lab/program"
import * as Net from "node:net"
import { assert, describe, it } from "vitest"
import { emptyDirectory, start } from "../support/serverProcess.ts"

const key = "signals-key-0123456789abcdef"

/** A request whose body never arrives, and the response to it. */
const unfinished = (baseUrl: string) =>
  new Promise<{ readonly said: () => string; readonly closed: Promise<void> }>((resolve) => {
    const socket = Net.connect(Number(new URL(baseUrl).port), "127.0.0.1", () => {
      socket.write(
        `POST /v1/decisions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`
      )
    })
    let said = ""
    socket.on("data", (data) => {
      said += data.toString()
      // The server waits for the body.
      if (said.startsWith("HTTP/1.1 100 ")) resolve({ said: () => said, closed })
    })
    const closed = new Promise<void>((ended) => socket.on("close", () => ended()).on("error", () => ended()))
  })

describe("SIGTERM", () => {
  it("loses no response and exits with 0 within the grace period", async () => {
    const subject = withPlainLoad({
      program: programArguments(serverProgram),
      env: {
        PORT: "0",
        LEADLINE_API_KEY: key,
        LEADLINE_MAX_LOOP_DELAY: "0",
        LEADLINE_SHUTDOWN_SECONDS: "10"
      },
      cwd: emptyDirectory(),
      key,
      grace: 10_000
    })
    for (let round = 0; round < 4; round++) {
      const end = await shutDownUnderLoad(subject)
      assert.deepStrictEqual(problemsIn(end, subject), [])
      assert.isAbove(end.counts.answered + end.counts.streamed, 0)
    }
  })

  it("gives 503 to an unfinished request, and exits with 0 within the grace period", async () => {
    const server = start({ LEADLINE_API_KEY: key, LEADLINE_SHUTDOWN_SECONDS: "4" })
    const { baseUrl } = await server.ready()
    const request = await unfinished(baseUrl)
    const before = performance.now()
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    assert.isBelow(performance.now() - before, 4_500)
    await request.closed
    assert.match(request.said(), /^HTTP\/1\.1 503 /m)
    assert.match(request.said(), /^connection: close\r$/im)
    assert.include(request.said(), '"type":"service_unavailable"')
  })
})

describe.concurrent("a second signal", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130]
  ] as const)("exits at once: %s with %i", async (signal, code) => {
    const server = start({ LEADLINE_API_KEY: key })
    const { baseUrl } = await server.ready()
    await unfinished(baseUrl)
    server.child.kill("SIGTERM")
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    assert.isNull(server.child.exitCode)
    server.child.kill(signal)
    assert.strictEqual(await server.ended, code)
  })

  it("at the same time, as from a terminal and npm, counts as the first", async () => {
    const server = start({ LEADLINE_API_KEY: key })
    await server.ready()
    server.child.kill("SIGINT")
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  })
})
