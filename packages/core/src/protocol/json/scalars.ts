// Reads strings, numbers and keywords of JSON at a reader's position, and moves it behind them. Undefined is an error: the
// position is then that of the wrong character.
import type { Resumable } from "../../scheduling/resumable.ts"
import { charactersPerStep, lookahead, maxNumberLength } from "../limits.ts"
import type { TextReader } from "./TextReader.ts"

/** A short string without escapes, in sight; undefined for any other, which is not read. */
export const readPlainString = (reader: TextReader): string | undefined => {
  const { text } = reader
  const from = reader.at + 1
  const last = Math.min(text.length, from + lookahead)
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      reader.at = at + 1
      return text.slice(from, at)
    }
    if (code === 0x5c || code < 0x20) return undefined
  }
  return undefined
}

/** Characters of the longest escape. */
const longestEscape = 6

/** Any string. */
export function* readLongString(reader: TextReader): Resumable<string | undefined> {
  let value = ""
  let begin = ++reader.at
  let isEscaped = false
  const take = (): void => {
    const raw = reader.text.slice(begin, reader.at)
    value += isEscaped ? String(JSON.parse(`"${raw}"`)) : raw
    begin = reader.at
    isEscaped = false
  }
  while (true) {
    const { text } = reader
    const end = Math.min(text.length, begin + charactersPerStep)
    let at = reader.at
    let code = 0
    while (at < end && (code = text.charCodeAt(at)) >= 0x20 && code !== 0x22 && code !== 0x5c) at++
    reader.at = at
    if (at >= end) {
      take()
      if (at === text.length) {
        if (!reader.readAhead(1)) return undefined
        begin = reader.at
      }
      yield
    } else if (code === 0x22) {
      take()
      reader.at++
      return value
    } else if (code < 0x20) return undefined
    else {
      if (text.length - at < longestEscape) {
        take()
        reader.readAhead(longestEscape)
        begin = reader.at
      }
      const after = afterEscape(reader.text, reader.at + 1)
      reader.at = after < 0 ? ~after : after
      if (after < 0) return undefined
      isEscaped = true
    }
  }
}

// The functions below return the index after what they read, or `~index` of a wrong character.

const afterEscape = (text: string, from: number): number => {
  if (text[from] !== "u")
    return from < text.length && '"\\/bfnrt'.includes(text.charAt(from)) ? from + 1 : ~from
  for (let at = from + 1; at < from + 5; at++) {
    const letter = text.charCodeAt(at) | 0x20
    if (!isDigit(text.charCodeAt(at)) && !(letter >= 0x61 && letter <= 0x66)) return ~at
  }
  return from + 5
}

const keywords: { readonly [character: string]: { readonly word: string; readonly value: unknown } } = {
  t: { word: "true", value: true },
  f: { word: "false", value: false },
  n: { word: "null", value: null }
}

/** A number, or `true`, `false`, `null`. A number of too many characters ends where they are too many. */
export function* readScalar(reader: TextReader, character: string): Resumable<unknown> {
  const known = Object.hasOwn(keywords, character) ? keywords[character] : undefined
  let end = known === undefined ? yield* afterNumber(reader) : afterWord(reader, known.word)
  // A number that reaches the end of the reader is read again with twice as much text in sight.
  while (known === undefined && (end < 0 ? ~end : end) === reader.text.length) {
    if (
      reader.text.length - reader.at > maxNumberLength ||
      !reader.readAhead(2 * (reader.text.length - reader.at))
    )
      break
    end = yield* afterNumber(reader)
  }
  const from = reader.at
  if (known === undefined && end - from > maxNumberLength) end = ~(from + maxNumberLength)
  reader.at = end < 0 ? ~end : end
  if (end < 0) return undefined
  return known === undefined ? Number(reader.text.slice(from, end)) : known.value
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
