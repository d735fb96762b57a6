// A server that may open few files: it says so, and connections take neither its store nor its probes.
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { ask, readiness, start } from "../support/serverProcess.ts"

const openFiles = 256

describe("a server that may open 256 files", () => {
  it("takes 128 connections, and answers while 400 come", async () => {
    const server = start({ LEADLINE_ADMIN_PORT: "0" }, undefined, [], openFiles)
    const { baseUrl, key } = await server.ready()
    await server.printed("At most 128 connections in place of 10000")
    await server.printed(/Probes and metrics: http:\S+\/-\//)
    const admin = /Probes and metrics: (\S+)\/-\//.exec(server.seen.out)?.[1] ?? ""
    let open = 0
    const sockets = [baseUrl, admin].flatMap((url) =>
      Array.from({ length: 200 }, () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () => open++)
        socket.write("GET /-/live HTTP/1.1\r\nx: ")
        return socket.on("error", () => undefined)
      })
    )
    await eventually("400 connections", () => open === sockets.length)
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    assert.deepStrictEqual(await readiness(admin), { status: 200, checks: { store: "ok", writes: "ok" } })
    for (const socket of sockets) socket.destroy()
    await server.stop()
  })
})
