// Keeps the citations of a text that resolve and removes the others, piece by piece. Code is left as it is.
// Source: §4.10; Assumed: ours.

/** A citation `[2]` or a list `[1, 3]` with the blank before it, a run of backticks, or a line break. */
const marks = /(`+)|\n|[ \t]?\[(\d{1,4}(?:[ \t]*,[ \t]*\d{1,4})*)\]/g

/** What may begin a mark that the next piece ends. */
const openEnd = /(?:`+|[ \t]?\[[\d, \t]{0,64}|[ \t])$/

/** Makes a filter for one text with so many sources. */
export const makeCitationFilter = (sources: () => number) => {
  let held = ""
  /** The backticks that opened code. */
  let fence = ""

  const resolve = (mark: string, list: string): string => {
    const numbers = list.split(",").map(Number)
    // Numbers from 0 are no citations.
    if (numbers.includes(0)) return mark
    const kept = numbers.filter((number) => number <= sources())
    if (kept.length === 0) return ""
    return `${mark.slice(0, mark.indexOf("["))}${kept.map((number) => `[${number}]`).join("")}`
  }
  const clean = (text: string): string =>
    text.replace(marks, (mark: string, ticks: string | undefined, list: string | undefined) => {
      if (ticks !== undefined) {
        if (fence === "") fence = ticks
        else if (fence === ticks) fence = ""
        return mark
      }
      if (list === undefined) {
        // Code in a line ends with it, so that a lone backtick changes nothing further on.
        if (fence.length < 3) fence = ""
        return mark
      }
      return fence === "" ? resolve(mark, list) : mark
    })
  return {
    /** The next piece, as far as it is certain. */
    add: (piece: string): string => {
      const text = held + piece
      const end = openEnd.exec(text)?.index ?? text.length
      held = text.slice(end)
      return clean(text.slice(0, end))
    },
    /** The rest. */
    flush: (): string => {
      const rest = clean(held)
      held = ""
      return rest
    }
  }
}

/** A citation of a text; indexes are UTF-16 units, end exclusive. */
export interface Citation {
  readonly number: number
  readonly start: number
  readonly end: number
}

/** The citations of a text whose numbers have a source; those in code are none. */
export const findCitations = (text: string, sources: number): ReadonlyArray<Citation> => {
  const code = /(`{3,})[\s\S]*?(?:\1|$)|`[^`\n]*`/g
  const visible = text.replace(code, (span) => " ".repeat(span.length))
  return Array.from(visible.matchAll(/\[(\d{1,4})\]/g), ({ 0: mark, 1: digits, index }) => ({
    number: Number(digits),
    start: index,
    end: index + mark.length
  })).filter(({ number }) => number >= 1 && number <= sources)
}
