// The undocumented parts of Node that the server uses, all behind a check. On a Node that moves one, every request still gets
// its own answer; each function says what is lost. test/server/nodeInternals.test.ts and pipelining.test.ts fail there.
import * as Predicate from "effect/Predicate"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Result of a head for the parser: no body, and no HTTP follows it. */
const nothingFollows = 2

/** The key under which a parser has its callback for heads; undefined where Node has another parser. */
const callbackOf = (parser: object): PropertyKey | undefined => {
  const constructor: unknown = parser.constructor
  if (!Predicate.hasProperty(constructor, "kOnHeadersComplete")) return undefined
  const key = constructor.kOnHeadersComplete
  return typeof key === "number" && typeof Reflect.get(parser, key) === "function" ? key : undefined
}

/**
 * Ends the parsing of a connection at the next head. The connection is to be destroyed at once. Parsers are used again
 * for other connections, so the callback returns when this one closes. Without it the parser makes requests of all that
 * was read, of a destroyed connection, too: they cost time, and are dropped.
 */
export const stopParsing = (socket: Socket): void => {
  const parser = Predicate.hasProperty(socket, "parser") ? socket.parser : undefined
  if (!Predicate.isObject(parser)) return
  const key = callbackOf(parser)
  if (key === undefined) return
  const callback: unknown = Reflect.get(parser, key)
  Reflect.set(parser, key, () => nothingFollows)
  socket.once("close", () => Reflect.set(parser, key, callback))
}

/**
 * Bytes of a large write that wait in the handle of a socket, which alone says how many are left of it. Without it a reader
 * that is slow within one large write is not noticed before the write is over.
 */
export const queuedBytes = (socket: object): number =>
  Predicate.hasProperty(socket, "_handle") &&
  Predicate.hasProperty(socket._handle, "writeQueueSize") &&
  typeof socket._handle.writeQueueSize === "number"
    ? socket._handle.writeQueueSize
    : 0

/**
 * True if a request of a connection waits for its answer. Without it a connection that breaks within a body has two lines
 * in the access log.
 */
export const isAnswering = (socket: unknown): boolean =>
  Predicate.hasProperty(socket, "_httpMessage") && Predicate.isObject(socket._httpMessage)

/** Properties that Node reads in its own `finish` listener of a response. */
interface FinishInternals {
  /** Of a request: it is being read, so that Node does not discard the rest without end. */
  _consuming?: boolean
  /** Of a response: the last one of its connection, which Node would destroy at once. */
  _last?: boolean
}

/**
 * Keeps Node from destroying a connection after its last response, whose request may still send a body: false where
 * another request may follow. For a `finish` listener that runs before Node's own. Without it a caller may lose the response.
 */
export const keepAfterLast = (
  request: IncomingMessage,
  response: ServerResponse & FinishInternals
): boolean => {
  if (response._last !== true) return false
  Object.assign(request, { _consuming: true } satisfies FinishInternals)
  response._last = false
  return true
}
