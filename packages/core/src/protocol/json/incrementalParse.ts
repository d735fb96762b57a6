/**
 * JSON to a value in slices, or the place where a text stops being JSON: engines do all of it at once, and word and
 * place their own message differently.
 *
 * Source: §7.
 */

import type { Slices } from "../../scheduling/resumable.ts"
import { long as longString, other, plain, seen, signs } from "./scalars.ts"
import { type TextParts, TextWindow } from "./TextReader.ts"

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
const members = 256

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
const put = (open: Open, value: unknown): void => {
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
export function* parseJson(parts: TextParts): Slices<Parsed | Unparsed> {
  const window = new TextWindow(parts)
  const large = new Map<object, ReadonlyArray<string>>()
  const long = new Set<object>()
  // Innermost last.
  const stack: Array<Open> = []
  let expected: Expected = "value"
  let value: unknown
  for (let step = 1; ; step++) {
    if (step % members === 0) yield
    if (!isSign(window)) yield* passBlanks(window)
    if (window.text.length - window.at < seen) window.ahead(seen)
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
        put(around, value)
      }
      expected = "more"
    } else if (expected === "more") break
    else if (expected === "key" || expected === "keyOrEnd") {
      const name = sign === '"' ? (plain(window) ?? (yield* longString(window))) : undefined
      if (name === undefined || open === undefined) break
      if (!isSign(window)) yield* passBlanks(window)
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
        sign === '"' ? (plain(window) ?? (yield* longString(window))) : yield* other(window, sign)
      if (scalar === undefined) break
      value = scalar
      if (open !== undefined) put(open, value)
      expected = "more"
    }
  }
  return { errorAt: window.place() }
}

const isEnd = (sign: string, container: Container, expected: Expected): boolean =>
  Array.isArray(container)
    ? sign === "]" && (expected === "more" || expected === "valueOrEnd")
    : sign === "}" && (expected === "more" || expected === "keyOrEnd")

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Whether it stands before something else than blanks, or the end of what is seen. */
const isSign = ({ at, text }: TextWindow): boolean => at < text.length && !isBlank(text.charCodeAt(at))

function* passBlanks(window: TextWindow): Slices<void> {
  do {
    while (isBlank(window.text.charCodeAt(window.at))) if (++window.at % signs === 0) yield
  } while (window.at === window.text.length && window.ahead(1))
}
