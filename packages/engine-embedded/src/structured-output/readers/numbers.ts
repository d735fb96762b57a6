// Finds numbers in a text with their units. "1 hour and 45 minutes" is one number.
import { detectLanguage } from "../../text/language.ts"
import { parseNumeral } from "../../text/numerals.ts"
import { findClockTimes } from "./clockTimes.ts"
import { findDates } from "./dates.ts"
import { findSpelledOutNumbers } from "./spelledOutNumbers.ts"
import { memoize } from "./memoize.ts"
import { overlaps, type Span, spanAt } from "./span.ts"
import { type Measure, measureOfWord } from "./units.ts"

/** A number with its unit. The span ends after the unit. */
export interface NumberSpan extends Span<number> {
  readonly unit: "money" | "percent" | "years old" | "measure" | "none"
  /** The unit, or the currency. */
  readonly measure?: Measure | undefined
  /** Is it spelled out, such as "two"? */
  readonly word: boolean
  /** Is it an ordinal, such as "3rd"? */
  readonly ordinal?: boolean
}

const multiples: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["thousand", 1e3],
  ["tausend", 1e3],
  ["mil", 1e3],
  ["million", 1e6],
  ["millionen", 1e6],
  ["billion", 1e9],
  ["hundred", 100],
  ["dozen", 12]
])
const fractions: ReadonlyMap<string, number> = new Map([
  ["½", 0.5],
  ["¼", 0.25],
  ["¾", 0.75]
])

const digits =
  /(?<![\p{L}\p{N}_.:/#–-]|\d[,'’ ])([-−])?(\d{1,3}(?: \d{3})+(?=,\d\d(?!\d)|\s?[€$£])(?:,\d\d)?|\d+(?:[.,]\d+)*)?(?:\s?([½¼¾]))?(?<=[\d½¼¾])(?![\p{N}_]|[.,:]\d|[:/–-]\d|\s?(?:–|to|bis)\s?\d)(?:\s?(k|thousand|tausend|mil|millionen|million|billion|hundred|dozen)(?![\p{L}\p{N}]))?/giu
const currencyBefore = /(?:([$€£¥₹])|\b(USD|EUR|GBP|CHF|JPY|NOK|SEK|DKK|CAD|AUD|INR|PLN))\s?$/
const unitAfter =
  /^(?:\s?(°\s?[CF](?!\p{L})|[€$£¥₹%′″])|[\s-]?((?:square|sq|degrees?|Grad)[ -]\p{L}+|\p{L}+\/[hs]\b|\p{L}+[²2]?)(?![\p{L}\p{N}]))/iu
const adjective = /^\s(?:working|business|calendar|full|whole)(?=\s)/i
const ageAfter = /^[\s-](?:years?|Jahre|años|ans)[\s-](?:old|alt)\b|^ años de edad/i
const ageBefore = /\b(?:aged?|age of|age:|age is)\s*$/i
const inSpan =
  /(?:\bout of\s|\d\s?(?:to|bis|–)\s?|\bbetween\s+(?:[$€£]\s?)?(?:[\d.,]+\s?\S{0,10}\s+and\s+)?)(?:[$€£]\s?)?$/i

/** Does a text use the comma as decimal separator, as in 1.234,5? */
const hasDecimalComma = (text: string): boolean => {
  if (/\d,\d{1,2}(?!\d)/.test(text)) return true
  return (
    /\d\.\d{3}(?!\d)/.test(text) && /^(?:de|es|fr|it|nl|pt|pl|da|no|sv)$/.test(detectLanguage(text) ?? "en")
  )
}

const readDigits = (numeral: string, thousands: boolean): number =>
  (/^\d{1,3}(?: \d{3})+/.test(numeral)
    ? Number(numeral.replaceAll(" ", "").replace(",", "."))
    : thousands && /^\d{1,3}(?:\.\d{3})+$/.test(numeral)
      ? Number(numeral.replaceAll(".", ""))
      : parseNumeral(numeral)) ?? Number.NaN

type Read = Span<number> & { readonly word: boolean }

/** A number with the unit before or after it; `undefined` for a part of a code or version. */
const withUnit = (text: string, read: Read): NumberSpan | undefined => {
  const { end, start, value, word } = read
  const before = text.slice(Math.max(0, start - 14), start)
  const rest = text.slice(end, end + 40)
  if (inSpan.test(text.slice(Math.max(0, start - 32), start))) return undefined
  if (/\p{Lu}\p{L}+\s\($/u.test(before) && rest.startsWith(")")) return { ...read, unit: "years old" }
  if (ageAfter.test(rest) || ageBefore.test(before)) return { ...read, unit: "years old" }
  const skipped = adjective.exec(rest)?.[0].length ?? 0
  const match = unitAfter.exec(rest.slice(skipped))
  const unit = match?.[1] ?? match?.[2] ?? ""
  const until = end + skipped + (match?.[0].length ?? 0)
  const prefix = currencyBefore.exec(before)
  const stated = prefix?.[1] ?? prefix?.[2]
  if (stated !== undefined) {
    const factor = unit === "m" || unit === "bn" ? (unit === "m" ? 1e6 : 1e9) : 1
    const measure = measureOfWord(stated)
    return { value: value * factor, word, start, end: factor === 1 ? end : until, unit: "money", measure }
  }
  if (unit === "%" || /^(?:percent|prozent)$/i.test(unit)) return { ...read, end: until, unit: "percent" }
  const measure = unit === "" ? undefined : measureOfWord(unit.replace(/^°\s/, "°"))
  // "2 in the room" are no inches.
  if (measure !== undefined && !/^(?:in|an|a|st)$/i.test(unit))
    return {
      value,
      word,
      start,
      end: until,
      unit: measure.dimension === "money" ? "money" : "measure",
      measure
    }
  // Letters right after a number that are no unit make it a code or an ordinal: "14C", "2nd".
  if (!word && /^[\p{L}]/u.test(rest) && !/^x(?![\p{L}\p{N}])/iu.test(rest)) return undefined
  return { ...read, unit: "none" }
}

const joint = /^(?:\s*,?\s*(?:and|und|y|et)\s+|\s*,?\s*)$/i

/** The unit of a bare number after another unit: minutes in "2 h 30", inches in "5 ft 11". */
const nextUnit: ReadonlyMap<number, readonly [unit: string, most: number]> = new Map([
  [1 / 24, ["min", 60]],
  [1 / 1440, ["sec", 60]],
  [0.3048, ["inch", 12]],
  [0.45359237, ["oz", 16]]
])

const isSum = new Set(["time", "length", "mass"])

/** "1 hour and 45 minutes", "5 ft 11": one number of the larger unit; `undefined` when the parts do not belong together. */
const sumOf = (text: string, whole: NumberSpan, part: NumberSpan): NumberSpan | undefined => {
  const large = whole.measure
  if (large === undefined || !isSum.has(large.dimension)) return undefined
  const between = text.slice(whole.end, part.start)
  const [name, most] = nextUnit.get(large.factor) ?? ["", 0]
  const isBare = part.unit === "none" && /^\s?$/.test(between) && part.value < most && !part.word
  const small = isBare ? measureOfWord(name) : part.measure
  if (small?.dimension !== large.dimension || small.factor >= large.factor || !joint.test(between))
    return undefined
  if (part.value * small.factor >= large.factor) return undefined
  return { ...whole, value: whole.value + (part.value * small.factor) / large.factor, end: part.end }
}

const ratio = (whole: string, part: string, of: number): number => Number(whole) + Number(part) / of

/** Special notations: "1:45 h", "2h30", 5'11", "half an hour", "an hour and a half". */
const phrases: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => readonly [number, string]]> = [
  [
    /(?<![\d:.])(\d{1,3}):([0-5]\d)\s?(?:h|hrs?|hours?|std|stunden)\b/gi,
    ([, h = "", m = ""]) => [ratio(h, m, 60), "h"]
  ],
  [
    /(?<![\d:.])(\d{1,2})\s?h\s?([0-5]?\d)(?:\s?m(?:in)?)?(?![\p{L}\d])/giu,
    ([, h = "", m = ""]) => [ratio(h, m, 60), "h"]
  ],
  [
    /(?<![\d.,])(\d)\s?['’′]\s?(\d{1,2})(?:\s?(?:"|”|″|''|in\b))?/g,
    ([, ft = "", inch = ""]) => [ratio(ft, inch, 12), "ft"]
  ],
  [/\bhalf (?:an? )?(hour|day|mile|litre|liter|pound|kilo|year|minute)\b/gi, ([, unit = ""]) => [0.5, unit]],
  [/\ba quarter of an (hour)\b/gi, ([, unit = ""]) => [0.25, unit]],
  [/\bthree[ -]quarters of an (hour)\b/gi, ([, unit = ""]) => [0.75, unit]],
  [/\b(?:an?|one) (hour|day|week|mile|year|minute) and a half\b/gi, ([, unit = ""]) => [1.5, unit]],
  [
    /\b(?:one|an) and a half (hours?|days?|weeks?|miles?|years?|minutes?|litres?)\b/gi,
    ([, unit = ""]) => [1.5, unit]
  ],
  [
    /(?<=\b(?:for|takes|took|take|lasts?|lasted|about|is|was|within|in|almost|nearly|only)\s)an? (hour|minute|week|month|year)\b(?! and a half)/gi,
    ([, unit = ""]) => [1, unit]
  ]
]

const findPhrases = (text: string): ReadonlyArray<NumberSpan> =>
  phrases.flatMap(([pattern, read]) =>
    Array.from(text.matchAll(pattern)).flatMap((match): ReadonlyArray<NumberSpan> => {
      const [value, unit] = read(match)
      const measure = measureOfWord(unit)
      return [{ ...spanAt(match, value), unit: "measure", measure, word: false }]
    })
  )

const ordinalWords = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")
const ordinal = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\d{1,3})(?:st|nd|rd|th)|(${ordinalWords.join("|")}))(?![\\p{L}\\p{N}])`,
  "giu"
)

/** Numbers in a text, also spelled-out ones. Parts of dates, times, codes and versions are left out. */
export const findNumbers = memoize((text: string): ReadonlyArray<NumberSpan> => {
  const own = findPhrases(text)
  const taken: ReadonlyArray<Span<unknown>> = [...own, ...findDates(text), ...findClockTimes(text)]
  const comma = hasDecimalComma(text)
  const inDigits = Array.from(text.matchAll(digits)).flatMap((match): ReadonlyArray<Read> => {
    const [, sign, numeral = "0", fraction = "", word = ""] = match
    const thousands = comma || /^\s?€/.test(text.slice(match.index + match[0].length))
    const value = readDigits(numeral, thousands) + (fractions.get(fraction) ?? 0)
    const factor = (multiples.get(word.toLowerCase()) ?? 1) * (sign === undefined ? 1 : -1)
    return [{ ...spanAt(match, value * factor), word: false }]
  })
  const read = [...inDigits, ...findSpelledOutNumbers(text)]
    .filter((span) => Number.isFinite(span.value) && !taken.some((other) => overlaps(span, other)))
    .flatMap((span) => withUnit(text, span) ?? [])
  const ordinals = Array.from(text.matchAll(ordinal), (match): NumberSpan => ({
    ...spanAt(match, ordinalWords.indexOf((match[2] ?? "").toLowerCase()) + 1 || Number(match[1])),
    unit: "none",
    word: false,
    ordinal: true
  })).filter((span) => !taken.some((other) => overlaps(span, other)))
  const found: Array<NumberSpan> = []
  for (const span of [...own, ...read, ...ordinals].toSorted((left, right) => left.start - right.start)) {
    const last = found.at(-1)
    const sum = last && sumOf(text, last, span)
    if (sum === undefined) found.push(span)
    else found[found.length - 1] = sum
  }
  return found
})
