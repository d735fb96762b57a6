// The socket of a connection to PostgreSQL. It ends when nothing answers what was sent: a connection whose database is
// silent, or gone without a word, would otherwise be waited for until the network gives up, which takes many minutes.
import { connect, type NetConnectOpts, type Socket } from "node:net"
import { Duplex } from "node:stream"

/** Times of a socket in milliseconds. */
export interface SocketTimes {
  /** After which what was sent counts as unanswered. */
  readonly silence: number
  /** After which an idle connection is probed. */
  readonly keepAlive: number
}

const defaultPort = 5432

/** Bytes that are sent at a time. */
const pieceSize = 262_144

/** Where the database of a URL listens: as libpq reads it, with a directory as `host` for a Unix socket. */
const addressOf = ({ hostname, port, searchParams }: URL): NetConnectOpts => {
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1")
  const number = Number(searchParams.get("port") ?? (port === "" ? defaultPort : port))
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${number}` }
    : { host: host === "" ? "localhost" : host, port: number }
}

class WatchedSocket extends Duplex {
  readonly #socket: Socket
  readonly #silence: number
  #timer: NodeJS.Timeout | undefined

  constructor(socket: Socket, silence: number) {
    super()
    this.#socket = socket
    this.#silence = silence
    socket.on("data", (chunk) => {
      this.#stop()
      if (!this.push(chunk)) socket.pause()
    })
    socket.once("end", () => this.push(null))
    socket.once("error", (error) => this.destroy(error))
    socket.once("close", () => this.destroy())
  }

  override _read() {
    this.#socket.resume()
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#timer ??= setTimeout(() => this.#silent(), this.#silence)
    this.#send(chunk, done)
  }

  /**
   * Ends it, unless an answer is there and was not read: timers of a process that was stopped run before that. Without it
   * what the database has committed would count as failed, and be written twice.
   */
  #silent() {
    const timer = this.#timer
    setImmediate(() => {
      if (timer !== undefined && this.#timer === timer) this.destroy(new Error("The database is silent"))
    })
  }

  /** Sends piece by piece: a large statement over a slow network is no silence while the pieces go. */
  #send(chunk: Uint8Array, done: (error?: Error | null) => void) {
    const rest = chunk.subarray(pieceSize)
    const isFlushed = this.#socket.write(chunk.subarray(0, pieceSize), (error) => {
      if (!isFlushed) this.#timer?.refresh()
      if (error || rest.length === 0) done(error)
      else this.#send(rest, done)
    })
  }

  override _final(done: () => void) {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#stop()
    this.#socket.destroy()
    done(error)
  }

  #stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Makes sockets to the database of a URL. */
export const makeSocket =
  (url: URL, { keepAlive, silence }: SocketTimes) =>
  (): Duplex =>
    new WatchedSocket(
      connect({
        ...addressOf(url),
        // A statement is one write, and then a wait for its answer.
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: keepAlive
      }),
      silence
    )
