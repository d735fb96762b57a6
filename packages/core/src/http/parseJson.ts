/**
 * JSON to a value in slices, or the place where a text stops being JSON: engines do all of it at once, and word and
 * place their own message differently.
 *
 * Source: §7.
 */

import type { Slices } from "./slices.ts"
import { type TextParts, TextWindow } from "./textParts.ts"

/** A value of JSON, and what is costly to find out of it later. */
export interface Parsed {
  readonly value: unknown
  /** Characters of its text. */
  readonly length: number
  /** Its objects and arrays with over {@link largeMembers} members below them; of objects the names, maybe repeated. */
  readonly large: ReadonlyMap<object, ReadonlyArray<string>>
}

/** Where a text is no JSON. */
export interface Unparsed {
  /** Bytes of UTF-8 before the first character that no JSON text could have there. */
  readonly errorAt: number
}

/** Members below a value that is large. */
export const largeMembers = 512

/** Members between two pauses. */
const members = 256

/** Characters between two pauses. */
const signs = 16_384

/** Characters that are seen of what comes next: all of a word, most strings and numbers. */
const seen = 4_096

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "more"

type Container = Array<unknown> | { [name: string]: unknown }

/** What is open: the name under which its next value goes into it, all its names, and the members below it so far. */
interface Open {
  readonly container: Container
  name: string
  readonly names: Array<string>
  members: number
}

/** As a parser does it: under this name, too. */
const put = (open: Open, value: unknown): void => {
  const { container, name } = open
  open.members++
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
      if (sign === undefined) return { value, length: window.length, large }
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
      const around = stack.at(-1)
      if (around !== undefined) {
        around.members += open.members
        put(around, value)
      }
      expected = "more"
    } else if (expected === "more") break
    else if (expected === "key" || expected === "keyOrEnd") {
      const name = sign === '"' ? (plain(window) ?? (yield* long(window))) : undefined
      if (name === undefined || open === undefined) break
      if (!isSign(window)) yield* passBlanks(window)
      if (window.text[window.at] !== ":") break
      window.at++
      open.name = name
      expected = "value"
    } else if (sign === "[" || sign === "{") {
      window.at++
      stack.push({ container: sign === "[" ? [] : {}, name: "", names: [], members: 0 })
      expected = sign === "[" ? "valueOrEnd" : "keyOrEnd"
    } else {
      const scalar: unknown =
        sign === '"' ? (plain(window) ?? (yield* long(window))) : yield* other(window, sign)
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

// The functions below read what stands at the window's place, and leave it behind that. Where they give undefined, they
// leave it at the character that is wrong.

function* passBlanks(window: TextWindow): Slices<void> {
  do {
    while (isBlank(window.text.charCodeAt(window.at))) if (++window.at % signs === 0) yield
  } while (window.at === window.text.length && window.ahead(1))
}

/** A string that is seen, without escapes; undefined: it is another, and stays to be read. */
const plain = (window: TextWindow): string | undefined => {
  const { text } = window
  const from = window.at + 1
  const last = Math.min(text.length, from + seen)
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      window.at = at + 1
      return text.slice(from, at)
    }
    if (code === 0x5c || code < 0x20) return undefined
  }
  return undefined
}

/** Characters of the longest escape. */
const escape = 6

/** Any string, its escapes read piece by piece. */
function* long(window: TextWindow): Slices<string | undefined> {
  let value = ""
  let begin = ++window.at
  let isEscaped = false
  const take = (): void => {
    const raw = window.text.slice(begin, window.at)
    value += isEscaped ? String(JSON.parse(`"${raw}"`)) : raw
    begin = window.at
    isEscaped = false
  }
  while (true) {
    const { text } = window
    const end = Math.min(text.length, begin + signs)
    let at = window.at
    let code = 0
    while (at < end && (code = text.charCodeAt(at)) >= 0x20 && code !== 0x22 && code !== 0x5c) at++
    window.at = at
    if (at >= end) {
      take()
      if (at === text.length) {
        if (!window.ahead(1)) return undefined
        begin = window.at
      }
      yield
    } else if (code === 0x22) {
      take()
      window.at++
      return value
    } else if (code < 0x20) return undefined
    else {
      if (text.length - at < escape) {
        take()
        window.ahead(escape)
        begin = window.at
      }
      const after = afterEscape(window.text, window.at + 1)
      window.at = after < 0 ? ~after : after
      if (after < 0) return undefined
      isEscaped = true
    }
  }
}

// The functions below give the index after what they read, or `~index` of a character that is wrong.

const afterEscape = (text: string, from: number): number => {
  if (text[from] !== "u")
    return from < text.length && '"\\/bfnrt'.includes(text.charAt(from)) ? from + 1 : ~from
  for (let at = from + 1; at < from + 5; at++) {
    const letter = text.charCodeAt(at) | 0x20
    if (!isDigit(text.charCodeAt(at)) && !(letter >= 0x61 && letter <= 0x66)) return ~at
  }
  return from + 5
}

const words: { readonly [sign: string]: { readonly word: string; readonly value: unknown } } = {
  t: { word: "true", value: true },
  f: { word: "false", value: false },
  n: { word: "null", value: null }
}

/** A word or a number. */
function* other(window: TextWindow, sign: string): Slices<unknown> {
  const known = Object.hasOwn(words, sign) ? words[sign] : undefined
  let end = known === undefined ? yield* afterNumber(window) : afterWord(window, known.word)
  // A number that goes on behind the window is read again, each time with twice as much of it in sight.
  while (known === undefined && (end < 0 ? ~end : end) === window.text.length) {
    if (!window.ahead(2 * (window.text.length - window.at))) break
    end = yield* afterNumber(window)
  }
  const from = window.at
  window.at = end < 0 ? ~end : end
  if (end < 0) return undefined
  return known === undefined ? Number(window.text.slice(from, end)) : known.value
}

const afterWord = ({ at, text }: TextWindow, word: string): number => {
  for (let index = 0; index < word.length; index++) {
    if (text[at + index] !== word[index]) return ~(at + index)
  }
  return at + word.length
}

function* afterNumber({ at: from, text }: TextWindow): Slices<number> {
  const whole = text[from] === "-" ? from + 1 : from
  let at = text[whole] === "0" ? whole + 1 : yield* afterDigits(text, whole)
  if (at >= 0 && text[at] === ".") at = yield* afterDigits(text, at + 1)
  if (at >= 0 && (text[at] === "e" || text[at] === "E")) {
    at = yield* afterDigits(text, text[at + 1] === "+" || text[at + 1] === "-" ? at + 2 : at + 1)
  }
  return at
}

function* afterDigits(text: string, from: number): Slices<number> {
  let at = from
  while (isDigit(text.charCodeAt(at))) if (++at % signs === 0) yield
  return at === from ? ~at : at
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
