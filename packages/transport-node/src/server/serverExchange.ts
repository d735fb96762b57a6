// One request of node:http as the pipeline sees it.
import {
  BodyReadError,
  type ServerExchange,
  type RequestBody,
  type RequestHeaders,
  type ResponseHead
} from "@leadline/core/server"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { readInTurn } from "./bodyTurns.ts"
import { makeBodyWriter } from "./bodyWriter.ts"
import { discardBody, mustClose, sendContinue } from "./unreadBody.ts"

/** Watches an answer whose bytes wait for their reader. */
export type Watch = (response: ServerResponse) => void

const nothing = new Uint8Array(0)

/** All that has arrived: from Node 26 on, `read` gives only the first piece of it. */
const readPieces = (request: IncomingMessage): ReadonlyArray<Uint8Array> => {
  const pieces: Array<Uint8Array> = []
  for (let piece: unknown; (piece = request.read()) instanceof Uint8Array;) pieces.push(piece)
  return pieces
}

const join = (pieces: ReadonlyArray<Uint8Array>): Uint8Array =>
  pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? nothing)

class NodeBody implements RequestBody {
  bytesRead = 0
  /** Everything of the body was read. */
  isRead = false
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #resume: (() => number) | undefined
  #isHeard = false

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
  }

  ready(): Uint8Array | undefined {
    if (this.isRead) return nothing
    const request = this.#request
    const declared = request.headers["content-length"]
    const isEmpty =
      declared === undefined ? request.headers["transfer-encoding"] === undefined : declared === "0"
    if (!isEmpty && !request.complete) return undefined
    this.isRead = true
    const bytes = isEmpty ? nothing : join(readPieces(request))
    this.bytesRead = bytes.length
    return bytes
  }

  get next(): RequestBody["next"] {
    return Effect.callback<Uint8Array | undefined, BodyReadError>((resume) => {
      this.#listen()
      const look = (): number => {
        const pieces = readPieces(this.#request)
        const found = this.#result(join(pieces))
        if (found === undefined) return 0
        // Before it goes on: the reader may ask for the next piece at once.
        this.#resume = undefined
        resume(found)
        return pieces.length
      }
      this.#resume = look
      look()
      return Effect.sync(() => (this.#resume = undefined))
    })
  }

  /** What the reader gets for bytes that came; undefined: nothing has come yet. */
  #result(bytes: Uint8Array): Effect.Effect<Uint8Array | undefined, BodyReadError> | undefined {
    if (bytes.length > 0) {
      this.bytesRead += bytes.length
      return Effect.succeed(bytes)
    }
    const request = this.#request
    if (request.readableEnded) return Effect.undefined
    return request.destroyed ? Effect.fail(new BodyReadError({ cause: request.errored })) : undefined
  }

  #listen(): void {
    if (this.#isHeard) return
    this.#isHeard = true
    sendContinue(this.#request, this.#response)
    const look = () => this.#resume?.() ?? 0
    this.#request
      .on("readable", () => readInTurn(look))
      .on("end", look)
      .on("error", look)
      .on("close", look)
  }
}

const linesOf = ({ headers }: ResponseHead): Array<string> => {
  const lines: Array<string> = []
  for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? "")
  return lines
}

/** The address of this machine that a connection came to. */
export const originOf = ({ localAddress = "", localPort }: Socket): string => {
  const address = localAddress.replace(/^::ffff:/, "")
  return `http://${address.includes(":") ? `[${address}]` : address}:${localPort}`
}

/** Makes the exchange of a request. Without `watch` the connection is that of a host. */
export const makeExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  watch: Watch | undefined
): ServerExchange => {
  const body = new NodeBody(request, response)

  const writeHead = (head: ResponseHead, lines: Array<string>): void => {
    // A small body that was not read is taken, rather than discarded.
    if (body.ready() === undefined) {
      if (mustClose(request, body.bytesRead)) lines.push("connection", "close")
      response.prependListener("finish", () => discardBody(request, response))
    }
    response.writeHead(head.status, lines)
  }

  return {
    method: request.method ?? "",
    target: request.url ?? "",
    // `requestSyntax` refuses repeated fields of which Node would keep the first in silence.
    headers: request.headers as RequestHeaders,
    remoteAddress: request.socket.remoteAddress,
    localOrigin: () => originOf(request.socket),
    body,

    send: (head, content) => {
      if (response.destroyed) return 0
      const size = typeof content === "string" ? Buffer.byteLength(content) : content.length
      const lines = linesOf(head)
      if (size > 0) lines.push("content-length", String(size))
      writeHead(head, lines)
      // For ASCII alone both are the same, and Node writes latin1 in less time.
      if (typeof content === "string") response.end(content, size === content.length ? "latin1" : "utf8")
      else response.end(content)
      if (response.socket?.writableLength !== 0) watch?.(response)
      return size
    },

    stream: (head, produce) =>
      Effect.suspend(() => {
        writeHead(head, linesOf(head))
        watch?.(response)
        const writer = makeBodyWriter(response, watch === undefined)
        return Effect.onExit(produce(writer), (exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit)) writer.end()
            // Half an answer must not look like a whole one.
            else response.destroy()
          })
        )
      })
  }
}
