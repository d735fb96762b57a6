// Detects the language of a text by its script and its most frequent words.

const frequentWords: ReadonlyArray<readonly [language: string, words: ReadonlySet<string>]> = [
  [
    "de",
    "der die das und ist nicht mit ein eine den von zu auf für im dem sich des auch wird werden sind oder"
  ],
  ["en", "the of and to is in that it for are with this on be as not or by an from at which you can"],
  ["es", "el la los las de que y en un una es por con para no se del al como más su lo son o"],
  ["fr", "le la les des et est un une dans pour que qui pas sur avec du au par ce il en ou sont vous"],
  ["it", "il lo la gli le di che è un una per con non del della sono si al da dei nel o anche come"],
  ["nl", "de het een en van is niet dat in op te met voor zijn aan er als ook door naar wordt of bij deze"],
  ["pt", "o a os as de que e em um uma é para com não se do da dos por mais no na ao são como ou"]
].map(([language = "", list = ""]) => [language, new Set(list.split(" "))] as const)

const scripts: ReadonlyArray<readonly [language: string, script: RegExp]> = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["el", /\p{Script=Greek}/gu]
]

/** Characters that are examined. */
const sampleLength = 4_000

/** The least share of frequent words that identifies a language. */
const minShare = 0.08

/** The ISO 639-1 code of a text; `undefined` when it is unclear, as for most short texts. */
export const detectLanguage = (text: string): string | undefined => {
  const part = text.slice(0, sampleLength)
  const letters = part.match(/\p{L}/gu)?.length ?? 0
  for (const [language, script] of scripts) {
    if ((part.match(script)?.length ?? 0) > letters * (language === "ja" ? 0.1 : 0.4)) return language
  }
  const tokens = part.toLowerCase().match(/\p{L}+/gu) ?? []
  let best: string | undefined
  let most = Math.max(2, tokens.length * minShare)
  for (const [language, list] of frequentWords) {
    const count = tokens.filter((token) => list.has(token)).length
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}
