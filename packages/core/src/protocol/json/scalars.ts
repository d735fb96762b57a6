// Strings, numbers and words of JSON, read at the place of a window. What is read leaves the place behind it; undefined
// leaves it at the character that is wrong.
import type { Resumable } from "../../scheduling/resumable.ts"
import type { TextReader } from "./TextReader.ts"

/** Characters that are to be in sight: all of a word, most strings and numbers. */
export const lookahead = 4_096

/** Characters between two pauses. */
export const charactersPerStep = 16_384

/** A string that is seen, without escapes; undefined: it is another, and stays to be read. */
export const readPlainString = (window: TextReader): string | undefined => {
  const { text } = window
  const from = window.at + 1
  const last = Math.min(text.length, from + lookahead)
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
const longestEscape = 6

/** Any string, its escapes read piece by piece. */
export function* readLongString(window: TextReader): Resumable<string | undefined> {
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
    const end = Math.min(text.length, begin + charactersPerStep)
    let at = window.at
    let code = 0
    while (at < end && (code = text.charCodeAt(at)) >= 0x20 && code !== 0x22 && code !== 0x5c) at++
    window.at = at
    if (at >= end) {
      take()
      if (at === text.length) {
        if (!window.readAhead(1)) return undefined
        begin = window.at
      }
      yield
    } else if (code === 0x22) {
      take()
      window.at++
      return value
    } else if (code < 0x20) return undefined
    else {
      if (text.length - at < longestEscape) {
        take()
        window.readAhead(longestEscape)
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

const keywords: { readonly [sign: string]: { readonly word: string; readonly value: unknown } } = {
  t: { word: "true", value: true },
  f: { word: "false", value: false },
  n: { word: "null", value: null }
}

/** A word or a number. */
export function* readScalar(window: TextReader, sign: string): Resumable<unknown> {
  const known = Object.hasOwn(keywords, sign) ? keywords[sign] : undefined
  let end = known === undefined ? yield* afterNumber(window) : afterWord(window, known.word)
  // A number that goes on behind the window is read again, each time with twice as much of it in sight.
  while (known === undefined && (end < 0 ? ~end : end) === window.text.length) {
    if (!window.readAhead(2 * (window.text.length - window.at))) break
    end = yield* afterNumber(window)
  }
  const from = window.at
  window.at = end < 0 ? ~end : end
  if (end < 0) return undefined
  return known === undefined ? Number(window.text.slice(from, end)) : known.value
}

const afterWord = ({ at, text }: TextReader, word: string): number => {
  for (let index = 0; index < word.length; index++) {
    if (text[at + index] !== word[index]) return ~(at + index)
  }
  return at + word.length
}

function* afterNumber({ at: from, text }: TextReader): Resumable<number> {
  const whole = text[from] === "-" ? from + 1 : from
  let at = text[whole] === "0" ? whole + 1 : yield* afterDigits(text, whole)
  if (at >= 0 && text[at] === ".") at = yield* afterDigits(text, at + 1)
  if (at >= 0 && (text[at] === "e" || text[at] === "E")) {
    at = yield* afterDigits(text, text[at + 1] === "+" || text[at + 1] === "-" ? at + 2 : at + 1)
  }
  return at
}

function* afterDigits(text: string, from: number): Resumable<number> {
  let at = from
  while (isDigit(text.charCodeAt(at))) if (++at % charactersPerStep === 0) yield
  return at === from ? ~at : at
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
