// Stemming: maps the forms of a word to one stem, by the Snowball algorithm of its language.
import snowball from "snowball-stemmers"

interface Stemmer {
  readonly stem: (word: string) => string
  readonly cache: Map<string, string>
}

/** Stemmers by ISO 639-1 code, each with the name of its algorithm. */
const stemmers: ReadonlyMap<string, Stemmer> = new Map(
  `ar:arabic ca:catalan cs:czech da:danish de:german en:english es:spanish eu:basque fi:finnish fr:french ga:irish
  hu:hungarian hy:armenian it:italian nl:dutch no:norwegian pt:portuguese ro:romanian ru:russian sl:slovene sv:swedish
  ta:tamil tr:turkish`
    .split(/\s+/)
    .map((entry): [string, Stemmer] => [
      entry.slice(0, 2),
      { ...snowball.newStemmer(entry.slice(3)), cache: new Map() }
    ])
)

/** Longer words, in characters, are not stemmed: they are mostly data. */
const maxLength = 40
const maxCachedWords = 20_000

/** Is there a Snowball algorithm for a language (ISO 639-1)? */
export const hasStems = (language: string): boolean => stemmers.has(language)

/** English words that Snowball gives the stem of an unrelated word: "author" and "authorization". */
const kept: ReadonlyArray<readonly [beginning: RegExp, stem: string]> = [
  [/^authori[sz]/, "authoriz"],
  [/^authorit/, "authorit"],
  [/^organi[sz]/, "organiz"],
  [/^universit/, "universit"]
]

/**
 * The stem of a lower-case word, by the Snowball algorithm of a language (ISO 639-1; default: English). A word of a
 * language without an algorithm comes back unchanged.
 */
export const stem = (word: string, language = "en"): string => {
  const stemmer = word.length > maxLength || word.length < 3 ? undefined : stemmers.get(language)
  if (stemmer === undefined) return word
  const known = stemmer.cache.get(word)
  if (known !== undefined) return known
  const own = language === "en" ? kept.find(([beginning]) => beginning.test(word))?.[1] : undefined
  const found = own ?? stemmer.stem(word)
  if (stemmer.cache.size < maxCachedWords) stemmer.cache.set(word, found)
  return found
}

/** Letters with which words of one family begin, "physiotherapy" and "physiotherapist": with fewer, many begin by chance. */
const familyLetters = 10

/** The beginning that a stem shares with the other words of its family; undefined for a short stem. */
export const familyOf = (stemmed: string): string | undefined =>
  stemmed.length > familyLetters ? stemmed.slice(0, familyLetters) : undefined
