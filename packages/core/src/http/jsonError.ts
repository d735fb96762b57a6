/**
 * Where a text stops being JSON, for the `loc` of an error; engines word and place their own message differently.
 *
 * Source: §7.
 */

import { slice, type Slices } from "./slices.ts"

/**
 * Assumed: ours. The offset, in bytes of UTF-8, of the first character that no JSON text could have there; the
 * length of the text where it ends too early; `undefined` when it is JSON. Linear in the text, and not recursive.
 */
export function* jsonErrorAt(text: string): Slices<number | undefined> {
  const index = yield* errorIndex(text)
  return index === undefined ? undefined : yield* utf8Length(text, index)
}

type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "more"

function* errorIndex(text: string): Slices<number | undefined> {
  // The closing signs that are due, innermost last.
  const due: Array<"]" | "}"> = []
  let expected: Expected = "value"
  let at = 0
  let signs = 0
  while (true) {
    if (++signs % slice === 0) yield
    at = yield* afterBlanks(text, at)
    const sign = text[at]
    const closing = due.at(-1)
    if (expected === "more" && closing === undefined) return sign === undefined ? undefined : at
    if (sign === undefined) return at
    if (sign === closing && (expected === "more" || expected === "valueOrEnd" || expected === "keyOrEnd")) {
      due.pop()
      at++
      expected = "more"
    } else if (expected === "more") {
      if (sign !== ",") return at
      at++
      expected = closing === "}" ? "key" : "value"
    } else if (expected === "key" || expected === "keyOrEnd") {
      at = sign === '"' ? yield* afterString(text, at + 1) : ~at
      if (at < 0) return ~at
      at = yield* afterBlanks(text, at)
      if (text[at] !== ":") return at
      at++
      expected = "value"
    } else if (sign === "[" || sign === "{") {
      due.push(sign === "[" ? "]" : "}")
      at++
      expected = sign === "[" ? "valueOrEnd" : "keyOrEnd"
    } else {
      at = yield* afterScalar(text, at, sign)
      if (at < 0) return ~at
      expected = "more"
    }
  }
}

function* afterBlanks(text: string, from: number): Slices<number> {
  let at = from
  while (isBlank(text.charCodeAt(at))) if (++at % slice === 0) yield
  return at
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

// The functions below give the index after what they read, or `~index` of a character that is wrong.

function* afterScalar(text: string, at: number, sign: string): Slices<number> {
  if (sign === '"') return yield* afterString(text, at + 1)
  if (sign === "t") return afterWord(text, at, "true")
  if (sign === "f") return afterWord(text, at, "false")
  if (sign === "n") return afterWord(text, at, "null")
  return yield* afterNumber(text, at)
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

function* afterString(text: string, from: number): Slices<number> {
  let at = from
  let signs = 0
  while (at < text.length) {
    if (++signs % slice === 0) yield
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return ~at
    at = code === 0x5c ? afterEscape(text, at + 1) : at + 1
    if (at < 0) return at
  }
  return ~at
}

const afterEscape = (text: string, from: number): number => {
  if (text[from] !== "u")
    return from < text.length && '"\\/bfnrt'.includes(text.charAt(from)) ? from + 1 : ~from
  for (let at = from + 1; at < from + 5; at++) {
    const letter = text.charCodeAt(at) | 0x20
    if (!isDigit(text.charCodeAt(at)) && !(letter >= 0x61 && letter <= 0x66)) return ~at
  }
  return from + 5
}

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
