// One kept HTTP/1.1 connection of the load: sends the same bytes again and again and finds where each answer ends.
import { connect, type Socket } from "node:net"

const headEnd = "\r\n\r\n"
const none = Buffer.alloc(0)

/** Where a connection leads and what it sends. */
export interface Target {
  readonly port: number
  readonly request: Buffer
}

/** A connection that is opened again when the server has closed it. */
export class Connection {
  readonly #target: Target
  #socket: Socket | undefined
  #rest: Buffer = none
  #status = 0
  #isInBody = false
  #isChunked = false
  #isLast = false
  /** Bytes of the body, or of the chunk and its line end, that are still to come. */
  #left = 0
  #resolve: (status: number) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(target: Target) {
    this.#target = target
  }

  /** Resolves when it is connected. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#target.port, "127.0.0.1", resolve)
      socket.setNoDelay(true)
      socket.on("data", (bytes) => this.#read(bytes))
      socket.on("error", (error) => {
        reject(error)
        this.#reject(error)
      })
      socket.on("close", () => {
        if (this.#socket !== socket) return
        this.#socket = undefined
        this.#reject(new Error("The server closed a connection before it answered"))
      })
      this.#socket = socket
    })
  }

  /** Sends the request once; gives the status when the whole answer has come. */
  async send(): Promise<number> {
    if (this.#socket === undefined) await this.open()
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket?.write(this.#target.request)
    })
  }

  /** Closes it at once. */
  close(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
  }

  #read(bytes: Buffer): void {
    let data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (data.length > 0) {
      const next = this.#isInBody ? this.#readBody(data) : this.#readHead(data)
      if (next === undefined) break
      data = next
    }
    this.#rest = data
  }

  /** What follows, or undefined when more must come first. */
  #readHead(data: Buffer): Buffer | undefined {
    const end = data.indexOf(headEnd)
    if (end < 0) return undefined
    const head = data.toString("latin1", 0, end).toLowerCase()
    this.#status = Number(head.slice(9, 12))
    this.#isLast = head.includes("\r\nconnection: close")
    this.#isChunked = head.includes("\r\ntransfer-encoding: chunked")
    this.#isInBody = true
    const length = head.indexOf("\r\ncontent-length: ")
    this.#left = this.#isChunked || length < 0 ? 0 : Number.parseInt(head.slice(length + 18), 10)
    if (!this.#isChunked && this.#left === 0) this.#done()
    return data.subarray(end + headEnd.length)
  }

  #readBody(data: Buffer): Buffer | undefined {
    if (this.#left > 0) {
      const taken = Math.min(this.#left, data.length)
      this.#left -= taken
      if (this.#left === 0 && !this.#isChunked) this.#done()
      return data.subarray(taken)
    }
    const end = data.indexOf("\r\n")
    if (end < 0) return undefined
    const size = Number.parseInt(data.toString("latin1", 0, end), 16)
    if (size > 0) {
      this.#left = size + 2
      return data.subarray(end + 2)
    }
    if (data.length < end + 4) return undefined
    this.#done()
    return data.subarray(end + 4)
  }

  #done(): void {
    this.#isInBody = false
    if (this.#isLast) this.close()
    this.#reject = () => {}
    this.#resolve(this.#status)
  }
}
