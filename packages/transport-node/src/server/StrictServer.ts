// A node:http server that refuses malformed requests before they reach the pipeline.
import type { Settings as ServerSettings } from "@leadline/core/server-settings"
import * as Http from "node:http"
import { Socket } from "node:net"
import { pauseConnections, readLater } from "./acceptFirst.ts"
import { makePerAddress } from "./connectionsPerAddress.ts"
import { refuse } from "./requestSyntax.ts"
import { makeConnectionEviction, type ConnectionEviction } from "./connectionEviction.ts"
import type { RejectedRequests } from "./rejectedRequests.ts"
import { makeSlowReaders } from "./slowReaders.ts"
import { stopParsing } from "./nodeInternals.ts"
import { expectContinue } from "./unreadBody.ts"
import type { Watch } from "./serverExchange.ts"

/** Bounds of the connections. */
export interface ConnectionOptions {
  /**
   * Connections at once. When all are taken, idle ones and those on which no request has come give way; with a request
   * on each, one more is closed without a response. Default 10,000. A server that listens takes as many as half of the
   * files that its process may open, if these are fewer, and logs a warning.
   */
  readonly maxConnections?: number | undefined
  /**
   * Connections of one address, or one IPv6 network of 64 bits, at once; one more is closed without a response. 0: as
   * many as it likes. Default 1,000, and fewer in proportion where `maxConnections` does not fit into the open files.
   */
  readonly maxConnectionsPerAddress?: number | undefined
  /** Addresses or networks of proxies, whose connections are not counted by address. Default none. */
  readonly proxies?: ReadonlyArray<string> | undefined
  /**
   * Milliseconds an answer may wait for a reader that takes nothing, or in all of them less than `minDataRate` of the
   * `ServerSettings`. Default 30,000.
   */
  readonly stallTimeout?: number | undefined
}

/** Connections at once, unless the options say otherwise. */
export const defaultConnections = 10_000

/** Connections of one address at once, unless the options say otherwise. */
export const defaultPerAddress = 1_000

/** Milliseconds for the head of a request. */
const headersTimeout = 10_000

const settings: Http.ServerOptions = {
  connectionsCheckingInterval: 1_000,
  headersTimeout,
  // Bytes of a body after which its socket waits for their reader: in chunks of a byte they take ten milliseconds to parse.
  highWaterMark: 4_096,
  // Whatever the process was started with: the lenient parser lets requests be smuggled.
  insecureHTTPParser: false,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // `requestSyntax` refuses it, and says so.
  requireHostHeader: false
}

// Assumed: ours.
/** Requests of one connection that may wait for their answers. What came behind the last one is parsed already. */
const maxPipelined = 100

/** Milliseconds for head and body, so that Node gives up on a body after the pipeline does; 0: Node never does. */
const requestTimeout = (bodyTimeout: number): number =>
  Number.isFinite(bodyTimeout) ? Math.ceil(headersTimeout + bodyTimeout) : 0

/** Messages that never become a request, by their event, with their status: a tunnel, an unknown `Expect`, one too many. */
const neverRequests: { readonly [event: string]: number } = {
  connect: 405,
  checkExpectation: 417,
  dropRequest: 503
}

/** Takes a request whose syntax is accepted. */
export type Take = (request: Http.IncomingMessage, response: Http.ServerResponse, watch?: Watch) => void

/** A request with refused syntax never reaches `take`, and nothing upgrades. */
export class StrictServer extends Http.Server {
  readonly #slowReaders: ReturnType<typeof makeSlowReaders>
  readonly #mayStay: ReturnType<typeof makePerAddress>
  readonly #rejected: RejectedRequests
  readonly #eviction: ConnectionEviction
  readonly #take: Take

  constructor(
    options: ConnectionOptions & { readonly closesBusy?: boolean },
    { bodyTimeout, minDataRate }: Pick<ServerSettings, "bodyTimeout" | "minDataRate">,
    rejected: RejectedRequests,
    take: Take
  ) {
    const {
      closesBusy = false,
      maxConnections = defaultConnections,
      maxConnectionsPerAddress = defaultPerAddress,
      proxies = [],
      stallTimeout = 30_000
    } = options
    super({ ...settings, requestTimeout: requestTimeout(bodyTimeout) })
    this.#mayStay = makePerAddress(maxConnectionsPerAddress, proxies)
    this.#rejected = rejected
    this.#eviction = makeConnectionEviction(maxConnections, closesBusy)
    this.#take = take
    pauseConnections(this)
    // One more than may stay, so that it can be heard of and others give way to it.
    this.maxConnections = maxConnections + 1
    this.maxRequestsPerSocket = 1_000
    this.#slowReaders = makeSlowReaders(stallTimeout, minDataRate)
    this.once("close", this.#slowReaders.stop)
  }

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const [first, second] = args
    if (event === "connection" && first instanceof Socket) {
      if (!this.#isOpened(first)) return true
      readLater(first)
    }
    // Without a listener, so that Node answers by itself.
    if (event === "clientError") this.#rejected.byParser(first, second)
    if (event !== "request" && event !== "checkContinue") {
      return this.#isRefusedUnheard(event, first, second) || super.emit(event, ...args)
    }
    if (!(first instanceof Http.IncomingMessage && second instanceof Http.ServerResponse)) return false
    this.#receive(first, second, event === "checkContinue")
    return true
  }

  /** Refuses a request by its syntax, or hands it on. */
  #receive(request: Http.IncomingMessage, response: Http.ServerResponse, expectsContinue: boolean): void {
    const { socket } = request
    // Already parsed, where the parser could not be stopped.
    if (socket.destroyed) return
    if (this.#eviction.requestStarted(socket) > maxPipelined) {
      this.#rejected.byConnection("pipeline", 1)
      stopParsing(socket)
      socket.destroy()
      return
    }
    response.on("close", () => this.#eviction.answered(socket))
    if (refuse(request, response)) {
      this.#slowReaders.watch(response)
      this.#rejected.bySyntax(request, response.statusCode)
      return
    }
    if (expectsContinue) expectContinue(request)
    this.#take(request, response, this.#slowReaders.watch)
  }

  /** Makes room for a connection, or closes it: its address or the server has too many. */
  #isOpened(socket: Socket): boolean {
    if (!this.#mayStay(socket)) {
      this.#rejected.byConnection("address", 1)
      socket.destroy()
      return false
    }
    const closed = this.#eviction.opened(socket)
    if (closed === undefined) {
      this.#rejected.byConnection("full", 1)
      socket.destroy()
      return false
    }
    this.#rejected.byConnection("room", closed)
    return true
  }

  /** Ends what never becomes a request; the last request of a connection Node answers by itself. */
  #isRefusedUnheard(event: string, request: unknown, response: unknown): boolean {
    const status = neverRequests[event]
    if (status === undefined || !(request instanceof Http.IncomingMessage)) return false
    this.#rejected.bySyntax(request, status)
    if (event === "connect" && response instanceof Socket) response.destroy()
    if (response instanceof Http.ServerResponse) response.writeHead(status).end()
    return true
  }

  /** Asked before Node answers by itself, and before it upgrades: without a listener it reads that like any request. */
  override listenerCount(event: string | symbol): number {
    if (event === "upgrade") return 0
    return event === "connect" || event === "checkExpectation" || event === "checkContinue"
      ? 1
      : super.listenerCount(event)
  }
}
