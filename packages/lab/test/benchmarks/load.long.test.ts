// The load generator finds where answers end, however they are framed and cut.
import { afterEach, expect, it } from "vitest"
import { createServer, type Server, type Socket } from "node:net"
import { listenOn } from "../../src/ports.ts"
import { Connection } from "../../src/benchmarks/server/processes/Connection.ts"

const servers: Array<Server> = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that answers each request of 4 bytes with the next of these texts, cut into parts. */
const answering = async (answers: ReadonlyArray<string>, size: number, after?: (socket: Socket) => void) => {
  let next = 0
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.setNoDelay(true)
    socket.on("data", () => {
      const text = answers[next++] ?? ""
      const parts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []
      const write = (): void => {
        const part = parts.shift()
        if (part === undefined) after?.(socket)
        else socket.write(part, () => setImmediate(write))
      }
      write()
    })
  })
  servers.push(server)
  return listenOn(server)
}

const whole = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
const chunks =
  "HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\na\r\n0123\r\n\r\n56\r\n0\r\n\r\n"
const empty = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"

it.each([1, 3, 7, 1_000])("reads answers in parts of %d bytes", async (size) => {
  const answers = [whole, chunks, empty, chunks, whole]
  const port = await answering(answers, size)
  const connection = new Connection({ port, request: Buffer.from("ping") })
  await connection.open()
  const statuses: Array<number> = []
  for (const _ of answers) statuses.push(await connection.send())
  connection.close()
  expect(statuses).toEqual([200, 401, 404, 401, 200])
})

it("opens a new connection after the last answer of one", async () => {
  const last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"
  const port = await answering([last, last], 1_000, (socket) => socket.end())
  const connection = new Connection({ port, request: Buffer.from("ping") })
  expect(await connection.send()).toBe(200)
  expect(await connection.send()).toBe(200)
  connection.close()
})

it("rejects when a connection ends before its answer", async () => {
  const port = await answering(["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"], 1_000, (socket) =>
    socket.end()
  )
  const connection = new Connection({ port, request: Buffer.from("ping") })
  await expect(connection.send()).rejects.toThrow("closed a connection")
})
