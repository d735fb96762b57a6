// Parses JSON in steps, with pauses in between; `JSON.parse` blocks, and its messages differ between JavaScript engines.
// Source: §7.
import type { Resumable } from "../../scheduling/resumable.ts"
import {
  charactersPerStep,
  largeMembers,
  longText,
  lookahead,
  maxNameLength,
  membersPerStep
} from "../limits.ts"
import { readLongString, readPlainString, readScalar } from "./scalars.ts"
import { type TextChunks, TextReader } from "./TextReader.ts"

/** A parsed value, with facts about it that are costly to compute later. */
export interface Parsed {
  readonly value: unknown
  /** Characters of its text. */
  readonly length: number
  /** Objects and arrays with more than {@link largeMembers} members at all levels; for objects their names, perhaps repeated. */
  readonly large: ReadonlyMap<object, ReadonlyArray<string>>
  /** Objects and arrays with more than {@link longText} characters of strings at all levels. */
  readonly long: ReadonlySet<object>
}

/** A text that is not JSON. */
export interface Unparsed {
  /** The offset, in bytes of UTF-8, of the first character that JSON cannot have there. */
  readonly errorAt: number
}

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "more"

type Container = Array<unknown> | { [name: string]: unknown }

/** An unfinished object or array: the name of its next value, all names, and its members and characters so far. */
interface Open {
  readonly container: Container
  name: string
  readonly names: Array<string>
  members: number
  characters: number
}

/** Adds a member, also one named `__proto__`, as `JSON.parse` does. */
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

// Assumed: ours.
/**
 * Parses what `JSON.parse` parses, to the same value. The offset of an error is the length of the text where it
 * ends too early. Takes linear time, and does not recurse.
 */
export function* incrementalParse(parts: TextChunks): Resumable<Parsed | Unparsed> {
  const reader = new TextReader(parts)
  const large = new Map<object, ReadonlyArray<string>>()
  const long = new Set<object>()
  // Innermost last.
  const stack: Array<Open> = []
  let expected: Expected = "value"
  let value: unknown
  for (let step = 1; ; step++) {
    if (step % membersPerStep === 0) yield
    if (!isAtToken(reader)) yield* skipWhitespace(reader)
    if (reader.text.length - reader.at < lookahead) reader.readAhead(lookahead)
    const character = reader.text[reader.at]
    const open = stack.at(-1)
    if (expected === "more" && open === undefined) {
      if (character === undefined) return { value, length: reader.length, large, long }
      break
    }
    if (character === undefined) break
    if (expected === "more" && character === ",") {
      reader.at++
      expected = Array.isArray(open?.container) ? "value" : "key"
    } else if (open !== undefined && isEnd(character, open.container, expected)) {
      stack.pop()
      reader.at++
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
      const name =
        character === '"' ? (readPlainString(reader) ?? (yield* readLongString(reader))) : undefined
      // The engine compares names as a whole: a longer one would take too long at once.
      if (name === undefined || name.length > maxNameLength || open === undefined) break
      if (!isAtToken(reader)) yield* skipWhitespace(reader)
      if (reader.text[reader.at] !== ":") break
      reader.at++
      open.name = name
      expected = "value"
    } else if (character === "[" || character === "{") {
      reader.at++
      stack.push({ container: character === "[" ? [] : {}, name: "", names: [], members: 0, characters: 0 })
      expected = character === "[" ? "valueOrEnd" : "keyOrEnd"
    } else {
      const scalar: unknown =
        character === '"'
          ? (readPlainString(reader) ?? (yield* readLongString(reader)))
          : yield* readScalar(reader, character)
      if (scalar === undefined) break
      value = scalar
      if (open !== undefined) addValue(open, value)
      expected = "more"
    }
  }
  return { errorAt: reader.byteOffset() }
}

const isEnd = (character: string, container: Container, expected: Expected): boolean =>
  Array.isArray(container)
    ? character === "]" && (expected === "more" || expected === "valueOrEnd")
    : character === "}" && (expected === "more" || expected === "keyOrEnd")

const isWhitespace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Is the next character in sight, and not whitespace? */
const isAtToken = ({ at, text }: TextReader): boolean =>
  at < text.length && !isWhitespace(text.charCodeAt(at))

function* skipWhitespace(reader: TextReader): Resumable<void> {
  do {
    while (isWhitespace(reader.text.charCodeAt(reader.at))) if (++reader.at % charactersPerStep === 0) yield
  } while (reader.at === reader.text.length && reader.readAhead(1))
}
