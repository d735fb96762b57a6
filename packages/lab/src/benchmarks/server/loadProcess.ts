// The load generator, a process of its own: the same request over and over on kept connections, over raw sockets.
import { connect, type Socket } from "node:net"
import { answerOrders, makeCalls } from "../orders.ts"
import { headersOf, type LoadRequest } from "./requests.ts"

/** A message to the load generator. */
export interface LoadOrder {
  readonly url: string
  readonly sent: LoadRequest
  readonly calls: number
  readonly connections: number
  readonly status: number
}

const textOf = (sent: LoadRequest): string => {
  const length = Buffer.byteLength(sent.body ?? "")
  const headers = Object.entries({ host: "a", ...headersOf(sent), "content-length": length })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${sent.method} ${sent.path} HTTP/1.1\r\n${lines.join("")}\r\n${sent.body ?? ""}`
}

const isWhole = (answer: string): boolean => {
  const end = answer.indexOf("\r\n\r\n")
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  return length === undefined ? answer.endsWith("0\r\n\r\n") : answer.length === end + 4 + Number(length)
}

/** A kept connection, which is opened again when the server has closed it. */
const newConnection = ({ sent, status, url }: LoadOrder) => {
  const { port } = new URL(url)
  const request = textOf(sent)
  let socket: Socket | undefined
  let answer = Promise.withResolvers<void>()
  const open = (): Socket => {
    let text = ""
    const own = connect({ port: Number(port), host: "127.0.0.1", noDelay: true }).setEncoding("latin1")
    own.on("data", (part: string) => {
      text += part
      if (!isWhole(text)) return
      if (/\r\nconnection: close/i.test(text)) own.destroy()
      if (text.startsWith(`HTTP/1.1 ${status}`)) answer.resolve()
      else answer.reject(new Error(`${sent.method} ${sent.path}: not ${status}, but ${text.slice(0, 500)}`))
      text = ""
    })
    own.on("error", (error) => answer.reject(error))
    own.on("close", () => {
      if (own === socket) answer.reject(new Error("The server closed a connection before it answered"))
    })
    return own
  }
  return {
    send: () => {
      answer = Promise.withResolvers()
      if (socket === undefined || socket.destroyed) socket = open()
      socket.write(request)
      return answer.promise
    },
    close: () => void socket?.destroy()
  }
}

answerOrders(async (order: LoadOrder) => {
  const connections = Array.from({ length: order.connections }, () => newConnection(order))
  try {
    await makeCalls(
      order.calls,
      connections.map(({ send }) => send)
    )
    return {}
  } finally {
    for (const { close } of connections) close()
  }
})
