/**
 * JSON to a value in slices, or the place where a text stops being JSON: engines do all of it at once, and word and
 * place their own message differently.
 *
 * Source: §7.
 */

import { slice, type Slices } from "./slices.ts"

/** The value of a JSON text; or where it is none. */
export type Parsed = { readonly value: unknown } | { readonly errorAt: number }

/** Members between two pauses: some milliseconds. */
const members = 8_192

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "more"

type Container = Array<unknown> | { [name: string]: unknown }

/** As a parser does it: under this name, too. */
const put = (container: Container, name: string, value: unknown): void => {
  if (Array.isArray(container)) container.push(value)
  else if (name !== "__proto__") container[name] = value
  else Object.defineProperty(container, name, { value, configurable: true, enumerable: true, writable: true })
}

/**
 * Assumed: ours. Gives what `JSON.parse` gives. Else the offset, in bytes of UTF-8, of the first character that no
 * JSON text could have there; the length of the text where it ends too early. Linear in the text, and not recursive.
 */
export function* parseJson(text: string): Slices<Parsed> {
  // What is open, innermost last, and the name under which the next value goes into each.
  const open: Array<Container> = []
  const names: Array<string> = []
  let expected: Expected = "value"
  let at = 0
  let value: unknown
  let signs = 0
  let wrong = -1
  while (wrong < 0) {
    if (++signs % members === 0) yield
    if (isBlank(text.charCodeAt(at))) at = yield* afterBlanks(text, at)
    const sign = text[at]
    const container = open.at(-1)
    if (expected === "more" && container === undefined) {
      if (sign === undefined) return { value }
      wrong = at
    } else if (sign === undefined) wrong = at
    else if (expected === "more" && sign === ",") {
      at++
      expected = Array.isArray(container) ? "value" : "key"
    } else if (container !== undefined && isEnd(sign, container, expected)) {
      open.pop()
      names.pop()
      at++
      value = container
      if (open.length > 0) put(open.at(-1) ?? [], names.at(-1) ?? "", value)
      expected = "more"
    } else if (expected === "more") wrong = at
    else if (expected === "key" || expected === "keyOrEnd") {
      const name = sign === '"' ? (plain(text, at) ?? (yield* long(text, at))) : { errorAt: at }
      if ("errorAt" in name) {
        wrong = name.errorAt
        continue
      }
      at = name.end
      if (isBlank(text.charCodeAt(at))) at = yield* afterBlanks(text, at)
      if (text[at] !== ":") wrong = at
      names[names.length - 1] = name.value
      at++
      expected = "value"
    } else if (sign === "[" || sign === "{") {
      open.push(sign === "[" ? [] : {})
      names.push("")
      at++
      expected = sign === "[" ? "valueOrEnd" : "keyOrEnd"
    } else {
      const scalar =
        sign === '"' ? (plain(text, at) ?? (yield* long(text, at))) : yield* other(text, at, sign)
      if ("errorAt" in scalar) {
        wrong = scalar.errorAt
        continue
      }
      value = scalar.value
      at = scalar.end
      if (container !== undefined) put(container, names.at(-1) ?? "", value)
      expected = "more"
    }
  }
  return { errorAt: yield* utf8Length(text, wrong) }
}

const isEnd = (sign: string, container: Container, expected: Expected): boolean =>
  Array.isArray(container)
    ? sign === "]" && (expected === "more" || expected === "valueOrEnd")
    : sign === "}" && (expected === "more" || expected === "keyOrEnd")

function* afterBlanks(text: string, from: number): Slices<number> {
  let at = from
  while (isBlank(text.charCodeAt(at))) if (++at % slice === 0) yield
  return at
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** What stands at a place, and where the text goes on behind it. */
interface Scalar<A> {
  readonly value: A
  readonly end: number
}

interface Wrong {
  readonly errorAt: number
}

/** Characters of a string that are looked at before it is taken for a long one. */
const short = 4_096

/** A short string without escapes. */
const plain = (text: string, from: number): Scalar<string> | undefined => {
  const last = Math.min(text.length, from + short)
  for (let at = from + 1; at < last; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { value: text.slice(from + 1, at), end: at + 1 }
    if (code === 0x5c || code < 0x20) return undefined
  }
  return undefined
}

/** Any string, its escapes read piece by piece. */
function* long(text: string, from: number): Slices<Scalar<string> | Wrong> {
  const pieces: Array<string> = []
  let begin = from + 1
  let pause = begin + slice
  let isEscaped = false
  let at = begin
  const take = (): void => {
    pieces.push(String(JSON.parse(`"${text.slice(begin, at)}"`)))
    begin = at
  }
  while (at < text.length) {
    if (at >= pause) {
      if (isEscaped) take()
      pause = at + slice
      yield
    }
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      // Without an escape it is a part of the text, which copies nothing.
      if (isEscaped) take()
      return { value: isEscaped ? pieces.join("") : text.slice(begin, at), end: at + 1 }
    }
    if (code < 0x20) return { errorAt: at }
    if (code === 0x5c) {
      if (!isEscaped) {
        isEscaped = true
        pieces.push(text.slice(begin, at))
        begin = at
      }
      at = afterEscape(text, at + 1)
      if (at < 0) return { errorAt: ~at }
    } else at++
  }
  return { errorAt: at }
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

function* other(text: string, from: number, sign: string): Slices<Scalar<unknown> | Wrong> {
  const known = Object.hasOwn(words, sign) ? words[sign] : undefined
  const end = known === undefined ? yield* afterNumber(text, from) : afterWord(text, from, known.word)
  if (end < 0) return { errorAt: ~end }
  return { value: known === undefined ? Number(text.slice(from, end)) : known.value, end }
}

const afterWord = (text: string, from: number, word: string): number => {
  for (let index = 0; index < word.length; index++) {
    if (text[from + index] !== word[index]) return ~(from + index)
  }
  return from + word.length
}

function* afterNumber(text: string, from: number): Slices<number> {
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
  while (isDigit(text.charCodeAt(at))) if (++at % slice === 0) yield
  return at === from ? ~at : at
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** The bytes of the characters before `end`. A surrogate is half of a character of four. */
function* utf8Length(text: string, end: number): Slices<number> {
  let bytes = 0
  for (let at = 0; at < end; at++) {
    if (at % slice === slice - 1) yield
    const code = text.charCodeAt(at)
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  return bytes
}
