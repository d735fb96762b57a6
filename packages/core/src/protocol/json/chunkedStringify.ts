// Serializes a large value as JSON, piece by piece: written at once it would block the event loop.
import type { Resumable } from "../../scheduling/resumable.ts"
import { atomicMembers, jsonChunkLength, longText, unchunkedMembers } from "../limits.ts"

/** Objects of very many members, and all that contain one: to list the names of such an object once takes long enough. */
type Huge = Set<unknown>

/** Whether below a value are more members than this, or more characters in strings and names. */
const isLarger = (value: unknown, members: number, characters: number, huge: Huge): boolean => {
  let [membersLeft, charactersLeft] = [members, characters]
  const count = (one: unknown): boolean => {
    if (typeof one === "string") return (charactersLeft -= one.length) < 0
    if (typeof one !== "object" || one === null) return false
    if (huge.has(one)) return true
    const names = Array.isArray(one) ? undefined : Object.keys(one)
    const { length } = names ?? (one as ReadonlyArray<unknown>)
    // Of an object of very many members, its names are told in a sixth of the time that its values take.
    if (names !== undefined && length > unchunkedMembers) {
      huge.add(one)
      return true
    }
    if ((membersLeft -= length) < 0) return true
    for (let at = 0; at < length; at++) {
      const name = names?.[at]
      if (name !== undefined && (charactersLeft -= name.length) < 0) return true
      const member = (one as { readonly [name: string | number]: unknown })[name ?? at]
      if (!count(member)) continue
      if (huge.has(member)) huge.add(one)
      return true
    }
    return false
  }
  return count(value)
}

/** Whether the JSON of a value takes long to write: it has over 1,024 members, or over 65,536 characters in its strings. */
export const isLargeJson = (value: unknown): boolean => isLarger(value, unchunkedMembers, longText, new Set())

/** The end of a piece of a string: halves of a surrogate pair would be escaped. */
const endOf = (text: string, start: number): number => {
  const end = Math.min(text.length, start + jsonChunkLength)
  const isSplit = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00
  return isSplit ? end - 1 : end
}

/** The texts that make up a string; none of them is long. */
export function* stringTexts(text: string): Generator<string> {
  if (text.length <= jsonChunkLength) return yield JSON.stringify(text)
  yield '"'
  for (let start = 0; start < text.length;) {
    const end = endOf(text, start)
    yield JSON.stringify(text.slice(start, end)).slice(1, -1)
    start = end
  }
  yield '"'
}

/** Its method `toJSON`, if it has one. */
const toJsonOf = (value: unknown) => {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function"
  const method: unknown = isObject ? Reflect.get(value, "toJSON") : undefined
  return typeof method === "function" ? method : undefined
}

/** What is written for a member: what its `toJSON` gives, and undefined for what has no JSON. */
const writable = (member: unknown, name: string): unknown => {
  const method = toJsonOf(member)
  const value: unknown = method === undefined ? member : method.call(member, name)
  return typeof value === "function" || typeof value === "symbol" ? undefined : value
}

/** The texts that make up a value; none of them is that of many members, or of a long string. An empty one is a pause. */
function* texts(value: unknown, huge: Huge): Generator<string> {
  if (typeof value === "string") return yield* stringTexts(value)
  const isObject = typeof value === "object" && value !== null
  // `JSON.stringify` would call `toJSON` once more.
  if (
    !isObject ||
    (toJsonOf(value) === undefined && !isLarger(value, atomicMembers, jsonChunkLength, huge))
  ) {
    yield JSON.stringify(value) ?? "null"
    return
  }
  if (huge.has(value)) yield ""
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      yield at === 0 ? "[" : ","
      yield* texts(writable(value[at], String(at)), huge)
    }
    return yield "]"
  }
  let before = "{"
  for (const name of Object.keys(value)) {
    const member = writable(Reflect.get(value, name), name)
    if (member === undefined) continue
    yield before
    yield* stringTexts(name)
    yield ":"
    yield* texts(member, huge)
    before = ","
  }
  yield before === "{" ? "{}" : "}"
}

/** The text of `JSON.stringify` in pieces, `null` for a value without JSON; an empty piece is a pause. */
export function* chunkedStringify(value: unknown): Generator<string> {
  let piece = ""
  for (const text of texts(writable(value, ""), new Set())) {
    piece += text
    if (text !== "" && piece.length < jsonChunkLength) continue
    yield piece
    piece = ""
  }
  yield piece
}

/** The same as resumable work, which pauses after each piece; gives what `map` makes of each. */
export function* stringifyInSteps<A>(value: unknown, map: (piece: string) => A): Resumable<ReadonlyArray<A>> {
  const pieces: Array<A> = []
  yield
  for (const piece of chunkedStringify(value)) {
    if (piece !== "") pieces.push(map(piece))
    yield
  }
  return pieces
}
