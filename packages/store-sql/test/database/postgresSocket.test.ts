// The socket to a PostgreSQL: where it connects to, and that it ends without an answer, but not when it is idle.
import { afterEach, assert, it, vi } from "vitest"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeSocket } from "../../src/database/postgres/postgresSocket.ts"

const closing: Array<() => void> = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})

/** Listens, and answers each piece of bytes with what `reply` makes of it. */
const listen = async (where: string | number, reply: (text: string) => string | undefined) => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("data", (data) => {
      const answer = reply(String(data))
      if (answer !== undefined) socket.write(answer)
    })
  })
  await once(
    typeof where === "string" ? server.listen(where) : server.listen(where, "127.0.0.1"),
    "listening"
  )
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return server.address() as AddressInfo
}

const silence = 6_000

const open = (url: string) => {
  const socket = makeSocket(new URL(url), { silence, keepAlive: 5_000 })()
  closing.push(() => socket.destroy())
  return socket
}

it("connects to host and port of the URL, or to the Unix socket in the directory that is its host", async () => {
  const directory = mkdtempSync(join(tmpdir(), "leadline-socket-"))
  closing.push(() => rmSync(directory, { recursive: true }))
  await listen(join(directory, ".s.PGSQL.6000"), (text) => `unix ${text}`)
  const { port } = await listen(0, (text) => `tcp ${text}`)
  for (const [url, expected] of [
    [`postgres://127.0.0.1:${port}/db`, "tcp x"],
    [`postgres:///db?host=127.0.0.1&port=${port}`, "tcp x"],
    [`postgres:///db?port=6000&host=${encodeURIComponent(directory)}`, "unix x"]
  ] as const) {
    const socket = open(url)
    socket.write("x")
    assert.strictEqual(String((await once(socket, "data"))[0]), expected)
  }
})

it("ends when nothing answers what was sent, and not when nothing was sent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { port } = await listen(0, (text) => (text === "answered" ? "answer" : undefined))
  const [idle, silent] = [1, 2].map(() => open(`postgres://127.0.0.1:${port}/db`))
  if (idle === undefined || silent === undefined) return assert.fail()
  for (const socket of [idle, silent]) {
    socket.write("answered")
    await once(socket, "data")
  }
  silent.write("unanswered")
  vi.advanceTimersByTime(silence - 1)
  assert.isFalse(silent.destroyed)
  vi.advanceTimersByTime(1)
  const [error] = (await once(silent, "error")) as [Error]
  assert.strictEqual(error.message, "The database is silent")
  assert.isFalse(idle.destroyed)
  idle.write("answered")
  assert.strictEqual(String((await once(idle, "data"))[0]), "answer")
})

it("reads an answer that is there when its time is over, as after a process was stopped", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { port } = await listen(0, () => {
    // The answer is sent by then, and not read.
    setImmediate(() => vi.advanceTimersByTime(silence))
    return "answer"
  })
  const socket = open(`postgres://127.0.0.1:${port}/db`)
  socket.write("x")
  assert.strictEqual(String((await once(socket, "data"))[0]), "answer")
  assert.isFalse(socket.destroyed)
})
