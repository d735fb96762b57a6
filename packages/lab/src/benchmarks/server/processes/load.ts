// The load generator, a process of its own: the same request over and over on kept connections, over raw sockets.
import { answerOrders, type Taken, timed } from "../../orders.ts"
import { type LoadRequest } from "../ComparisonRow.ts"
import { key } from "../Subject.ts"
import type { LoadOrder } from "../RunningSide.ts"
import { Connection } from "./Connection.ts"

/** The bytes of a request. */
const bytesOf = ({ authorization = `Bearer ${key}`, body, method, path }: LoadRequest): Buffer => {
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "connection: keep-alive",
    `authorization: ${authorization}`,
    ...(body === undefined
      ? []
      : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`])
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body ?? ""}`)
}

answerOrders(async ({ calls, connections, port, sent, status }: LoadOrder): Promise<Taken> => {
  const request = bytesOf(sent)
  const open = Array.from({ length: connections }, () => new Connection({ port, request }))
  await Promise.all(open.map((connection) => connection.open()))
  const send = async (connection: Connection) => {
    const given = await connection.send()
    if (given !== status) throw new Error(`${sent.method} ${sent.path}: answered ${given}, not ${status}`)
  }
  try {
    return await timed(
      calls,
      open.map((connection) => () => send(connection))
    )
  } finally {
    for (const connection of open) connection.close()
  }
})
