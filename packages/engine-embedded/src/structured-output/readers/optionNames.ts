// Synonyms of `enum` options: names of country, language and currency codes, and a short list.

/** Synonyms by option, separated by `|`. */
const synonyms: ReadonlyArray<readonly [option: string, names: string]> = [
  ["credit card", "visa|mastercard|amex|american express|kreditkarte|tarjeta de crédito"],
  ["bank transfer", "wire transfer|by transfer|überweisung|transferencia"],
  ["cash", "in cash|bar|efectivo"],
  ["urgent", "asap|as soon as possible|dringend|urgente"],
  ["canceled", "cancelled"],
  ["cancelled", "canceled"],
  ["email", "e-mail"],
  ["phone", "telephone|by phone"],
  ["round trip", "return ticket|return flight|there and back"],
  ["one way", "single ticket"],
  ["male", "man|m"],
  ["female", "woman|f"],
  ["vegetarian", "vegetarians|without meat"],
  ["full time", "fulltime|vollzeit"],
  ["part time", "parttime|half-time|teilzeit"]
]

const currencyNames: ReadonlyMap<string, string> = new Map([
  ["USD", "$|dollar|dollars"],
  ["EUR", "€|euro|euros"],
  ["GBP", "£|pounds sterling"],
  ["JPY", "¥|yen"],
  ["CHF", "francs"],
  ["INR", "₹|rupees"]
])

const codeNames: ReadonlyArray<readonly [RegExp, "region" | "language" | "currency"]> = [
  [/^[A-Z]{2}$/, "region"],
  [/^[a-z]{2}$/, "language"],
  [/^[A-Z]{3}$/, "currency"]
]

const plain = (option: string): string => option.toLowerCase().replaceAll(/[_\s-]+/g, " ")

/** A function from a code to its names, if all options are codes of one kind; else to none. */
const namesOfCodes = (options: ReadonlyArray<string>): ((option: string) => ReadonlyArray<string>) => {
  for (const [pattern, type] of codeNames) {
    if (!options.every((option) => pattern.test(option))) continue
    const names = new Intl.DisplayNames("en", { type, fallback: "none" })
    if (options.some((option) => names.of(option) === undefined)) continue
    return (option) => [names.of(option) ?? "", ...(currencyNames.get(option)?.split("|") ?? [])]
  }
  return () => []
}

/** The names that a text may have for each option, the option itself first. */
export const optionNames = (options: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const ofCode = namesOfCodes(options)
  const all = new Set(options.map(plain))
  return new Map(
    options.map((option) => [
      option,
      [
        option,
        ...ofCode(option),
        ...(synonyms.find(([name]) => name === plain(option))?.[1].split("|") ?? []).filter(
          (name) => !all.has(name)
        )
      ]
    ])
  )
}
