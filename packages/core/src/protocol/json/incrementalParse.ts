/**
 * JSON to a value in slices, or the place where a text stops being JSON: engines do all of it at once, and word and
 * place their own message differently.
 *
 * Source: §7.
 */

import type { Resumable } from "../../scheduling/resumable.ts"
import { readLongString, readScalar, readPlainString, lookahead, charactersPerStep } from "./scalars.ts"
import { type TextChunks, TextReader } from "./TextReader.ts"

/** A value of JSON, and what is costly to find out of it later. */
export interface Parsed {
  readonly value: unknown
  /** Characters of its text. */
  readonly length: number
  /** Its objects and arrays with over {@link largeMembers} members below them; of objects the names, maybe repeated. */
  readonly large: ReadonlyMap<object, ReadonlyArray<string>>
  /** Its objects and arrays with over {@link longText} characters of texts below them. */
  readonly long: ReadonlySet<object>
}

/** Where a text is no JSON. */
export interface Unparsed {
  /** Bytes of UTF-8 before the first character that no JSON text could have there. */
  readonly errorAt: number
}

/** Members below a value that is large. */
export const largeMembers = 512

/** Characters of texts below a value that is long. */
export const longText = 65_536

/** Members between two pauses. */
const membersPerStep = 256

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "more"

type Container = Array<unknown> | { [name: string]: unknown }

/** What is open: where its next value goes, all its names, and the members and characters of texts below it so far. */
interface Open {
  readonly container: Container
  name: string
  readonly names: Array<string>
  members: number
  characters: number
}

/** As a parser does it: under this name, too. */
const addValue = (open: Open, value: unknown): void => {
  const { container, name } = open
  open.members++
  if (typeof value === "string") open.characters += value.length
  if (Array.isArray(container)) {
    container.push(value)
    return
  }
  open.names.push(name)
  if (name !== "__proto__") container[name] = value
  else Object.defineProperty(container, name, { value, configurable: true, enumerable: true, writable: true })
}

/**
 * Assumed: ours. Gives what `JSON.parse` gives, or the offset where the text is none; the bytes of the text where it
 * ends too early. Linear in the text, and not recursive.
 */
export function* incrementalParse(parts: TextChunks): Resumable<Parsed | Unparsed> {
  const window = new TextReader(parts)
  const large = new Map<object, ReadonlyArray<string>>()
  const long = new Set<object>()
  // Innermost last.
  const stack: Array<Open> = []
  let expected: Expected = "value"
  let value: unknown
  for (let step = 1; ; step++) {
    if (step % membersPerStep === 0) yield
    if (!isAtToken(window)) yield* skipWhitespace(window)
    if (window.text.length - window.at < lookahead) window.readAhead(lookahead)
    const sign = window.text[window.at]
    const open = stack.at(-1)
    if (expected === "more" && open === undefined) {
      if (sign === undefined) return { value, length: window.length, large, long }
      break
    }
    if (sign === undefined) break
    if (expected === "more" && sign === ",") {
      window.at++
      expected = Array.isArray(open?.container) ? "value" : "key"
    } else if (open !== undefined && isEnd(sign, open.container, expected)) {
      stack.pop()
      window.at++
      value = open.container
      if (open.members > largeMembers) large.set(open.container, open.names)
      if (open.characters > longText) long.add(open.container)
      const around = stack.at(-1)
      if (around !== undefined) {
        around.members += open.members
        around.characters += open.characters
        addValue(around, value)
      }
      expected = "more"
    } else if (expected === "more") break
    else if (expected === "key" || expected === "keyOrEnd") {
      const name = sign === '"' ? (readPlainString(window) ?? (yield* readLongString(window))) : undefined
      if (name === undefined || open === undefined) break
      if (!isAtToken(window)) yield* skipWhitespace(window)
      if (window.text[window.at] !== ":") break
      window.at++
      open.name = name
      expected = "value"
    } else if (sign === "[" || sign === "{") {
      window.at++
      stack.push({ container: sign === "[" ? [] : {}, name: "", names: [], members: 0, characters: 0 })
      expected = sign === "[" ? "valueOrEnd" : "keyOrEnd"
    } else {
      const scalar: unknown =
        sign === '"'
          ? (readPlainString(window) ?? (yield* readLongString(window)))
          : yield* readScalar(window, sign)
      if (scalar === undefined) break
      value = scalar
      if (open !== undefined) addValue(open, value)
      expected = "more"
    }
  }
  return { errorAt: window.byteOffset() }
}

const isEnd = (sign: string, container: Container, expected: Expected): boolean =>
  Array.isArray(container)
    ? sign === "]" && (expected === "more" || expected === "valueOrEnd")
    : sign === "}" && (expected === "more" || expected === "keyOrEnd")

const isWhitespace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Whether it stands before something else than blanks, or the end of what is seen. */
const isAtToken = ({ at, text }: TextReader): boolean =>
  at < text.length && !isWhitespace(text.charCodeAt(at))

function* skipWhitespace(window: TextReader): Resumable<void> {
  do {
    while (isWhitespace(window.text.charCodeAt(window.at))) if (++window.at % charactersPerStep === 0) yield
  } while (window.at === window.text.length && window.readAhead(1))
}
