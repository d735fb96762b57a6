// Stops Node's parser of a connection: else it makes requests of all that was read, of a destroyed connection, too.
import * as Predicate from "effect/Predicate"
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
 * for other connections, so the callback returns when this one closes.
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
