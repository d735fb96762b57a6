// The load generator, a process of its own: the same request over and over on kept connections, over raw sockets.
import { type LoadRequest } from "../ComparisonRow.ts"
import { key } from "../Subject.ts"
import { Connection } from "./Connection.ts"

/** Message to the load generator. */
export interface LoadOrder {
  readonly port: number
  readonly sent: LoadRequest
  readonly calls: number
  readonly connections: number
  readonly status: number
}

/** What so many calls took: milliseconds, and microseconds of processor time of the process that made them. */
export interface Taken {
  readonly wall: number
  readonly cpu: number
}

/** A body in three chunks. */
const chunksOf = (body: string): string => {
  const size = Math.ceil(body.length / 3)
  const parts = [body.slice(0, size), body.slice(size, 2 * size), body.slice(2 * size)]
  return [...parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`), "0\r\n\r\n"].join(
    ""
  )
}

/** The bytes of a request. */
export const bytesOf = ({
  authorization = `Bearer ${key}`,
  body,
  isChunked,
  method,
  path
}: LoadRequest): Buffer => {
  const framing = isChunked
    ? "transfer-encoding: chunked"
    : `content-length: ${Buffer.byteLength(body ?? "")}`
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "connection: keep-alive",
    `authorization: ${authorization}`,
    ...(body === undefined ? [] : ["content-type: application/json", framing])
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${isChunked ? chunksOf(body ?? "") : (body ?? "")}`)
}

const run = async ({ calls, connections, port, sent, status }: LoadOrder): Promise<Taken> => {
  const request = bytesOf(sent)
  const open = Array.from({ length: connections }, () => new Connection({ port, request }))
  await Promise.all(open.map((connection) => connection.open()))
  let left = calls
  const worker = async (connection: Connection) => {
    while (left-- > 0) {
      const given = await connection.send()
      if (given !== status) throw new Error(`${sent.method} ${sent.path}: answered ${given}, not ${status}`)
    }
  }
  const before = process.cpuUsage()
  const start = performance.now()
  try {
    await Promise.all(open.map(worker))
    const wall = performance.now() - start
    const { system, user } = process.cpuUsage(before)
    return { wall, cpu: user + system }
  } finally {
    // Also the workers of other connections end when one has failed.
    left = 0
    for (const connection of open) connection.close()
  }
}

process.on("message", (order: LoadOrder) => {
  run(order).then(
    (taken) => process.send?.(taken),
    (error: unknown) => process.send?.({ failure: String(error) })
  )
})
process.once("disconnect", () => process.exit())
