// Keeps the citations of a text that resolve and removes the others, piece by piece. Code is left as it is. Each character
// is looked at once, but for the few after a bracket.
// Source: §4.10; Assumed: ours.

/** Characters between the brackets of a citation, at most. */
const listLength = 64

const listForm = /^\d{1,4}(?:[ \t]*,[ \t]*\d{1,4})*$/

/** A citation `[2]` or a list `[1, 3]`, outside code. */
interface Mark {
  /** Where its bracket opens, in UTF-16 units. */
  readonly start: number
  /** After its closing bracket. */
  readonly end: number
  readonly numbers: ReadonlyArray<number>
}

const isBlank = (character: string | undefined): boolean => character === " " || character === "\t"

/** Where a list that opens at `open` closes; undefined: it is none. More text may decide where this is the end of the text. */
const closingOf = (text: string, open: number): number | undefined => {
  for (let at = open + 1; at <= open + 1 + listLength; at++) {
    const character = text[at]
    if (character === undefined) return at
    if (character === "]") return at
    if (!/[\d, \t]/.test(character)) return undefined
  }
  return undefined
}

/** Finds the marks of a text that arrives in pieces, and follows its code. */
const makeScanner = () => {
  /** The backticks of the run that the text is in, and of the one that opened code: 0 outside code. */
  let run = 0
  let fence = 0

  /** Reads a text, which goes on from the last one, up to where more text may decide. Gives the marks, and where it stopped. */
  return (text: string, isWhole: boolean): { readonly marks: ReadonlyArray<Mark>; readonly end: number } => {
    const marks: Array<Mark> = []
    let at = 0
    for (; at < text.length; at++) {
      const character = text[at]
      if (character === "`") {
        run++
        continue
      }
      if (run > 0) fence = fence === 0 ? run : fence === run ? 0 : fence
      run = 0
      // Code in a line ends with it, so that a lone backtick changes nothing further on.
      if (character === "\n" && fence < 3) fence = 0
      if (fence > 0) continue
      // A blank goes with the citation that it precedes.
      if (isBlank(character) && at === text.length - 1 && !isWhole) break
      if (character !== "[") continue
      const close = closingOf(text, at)
      if (close === text.length && !isWhole) return { marks, end: isBlank(text[at - 1]) ? at - 1 : at }
      const list = close === undefined ? "" : text.slice(at + 1, close)
      if (close === undefined || !listForm.test(list)) continue
      // Numbers from 0 are no citations.
      const numbers = list.split(",").map(Number)
      if (text[close] === "]" && !numbers.includes(0)) marks.push({ start: at, end: close + 1, numbers })
      at = close
    }
    return { marks, end: at }
  }
}

/** Makes a filter for one text with so many sources. */
export const makeCitationFilter = (sources: () => number) => {
  const scan = makeScanner()
  let held = ""
  const take = (text: string, isWhole: boolean): string => {
    const { end, marks } = scan(text, isWhole)
    const count = sources()
    const parts: Array<string> = []
    let from = 0
    for (const mark of marks) {
      const kept = mark.numbers.filter((number) => number <= count)
      const hasBlank = kept.length === 0 && mark.start > from && isBlank(text[mark.start - 1])
      parts.push(text.slice(from, hasBlank ? mark.start - 1 : mark.start))
      parts.push(kept.map((number) => `[${number}]`).join(""))
      from = mark.end
    }
    held = text.slice(end)
    return parts.join("") + text.slice(from, end)
  }
  return {
    /** The next piece, as far as it is certain. */
    add: (piece: string): string => take(held + piece, false),
    /** The rest. */
    flush: (): string => take(held, true)
  }
}

/** A citation of a text; indexes are UTF-16 units, end exclusive. */
export interface Citation {
  readonly number: number
  readonly start: number
  readonly end: number
}

/** The citations of a text whose numbers have a source; those in code are none. */
export const findCitations = (text: string, sources: number): ReadonlyArray<Citation> =>
  makeScanner()(text, true).marks.flatMap(({ end, numbers: [number = 0, ...others], start }) =>
    others.length === 0 && number <= sources ? [{ number, start, end }] : []
  )
