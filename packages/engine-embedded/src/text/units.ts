// Units of measurement and currencies, by the words for them.

const month = 365.25 / 12

const lists = {
  time: `ms:${1 / 86_400_000} millisecond:${1 / 86_400_000} second:${1 / 86_400} sec:${1 / 86_400} minute:${1 / 1_440}
    min:${1 / 1_440} hour:${1 / 24} hr:${1 / 24} h:${1 / 24} day:1 week:7 fortnight:14 month:${month} quarter:${3 * month}
    year:${12 * month} yr:${12 * month} decade:${120 * month}`,
  size: "kb:1e-3 mb:1 gb:1e3 tb:1e6 kilobyte:1e-3 megabyte:1 gigabyte:1e3 terabyte:1e6",
  mass: `mg:1e-6 g:1e-3 gram:1e-3 gramme:1e-3 kg:1 kilo:1 kilogram:1 kilogramme:1 tonne:1e3 lb:0.45359237
    ounce:0.028349523 oz:0.028349523`,
  length: `mm:1e-3 cm:1e-2 m:1 metre:1 meter:1 km:1e3 kilometre:1e3 kilometer:1e3 millimetre:1e-3 millimeter:1e-3
    centimetre:1e-2 centimeter:1e-2 mile:1609.344 foot:0.3048 feet:0.3048 ft:0.3048 inch:0.0254 inche:0.0254 yard:0.9144`,
  volume: "ml:1e-3 cl:1e-2 l:1 litre:1 liter:1 millilitre:1e-3 milliliter:1e-3",
  speed: "mph:1609.344 kmh:1e3 kph:1e3",
  celsius: "celsius:1",
  fahrenheit: "fahrenheit:1"
}

/**
 * What a number measures, with its base unit: `time` in days, `size` in megabytes, `mass` in kilograms, `length` in metres,
 * `volume` in litres, `speed` in metres an hour, `clock` in minutes after midnight, `weekday` in days
 * from Monday.
 */
export type Unit = keyof typeof lists | "count" | "money" | "percent" | "date" | "weekday" | "clock"

/** One unit of measurement. `factor` is its size in base units. */
export interface Measure {
  readonly unit: Unit
  readonly factor: number
}

const measures: ReadonlyMap<string, Measure> = new Map(
  Object.entries(lists).flatMap(([unit, words]) =>
    words.split(/\s+/).map((entry): [string, Measure] => {
      const [word = "", factor = ""] = entry.split(":")
      return [word, { unit: unit as Unit, factor: Number(factor) }]
    })
  )
)

const singular = (word: string): string =>
  word.length > 2 && word.endsWith("s") && word !== "ms" ? word.slice(0, -1) : word

/** The unit that a word means, singular or plural. */
export const measureOf = (word: string): Measure | undefined =>
  measures.get(word) ?? measures.get(singular(word))

/** ISO 4217 codes by symbol and word. A symbol that several currencies use is the most traded one: "$" is USD. */
const currencies: ReadonlyMap<string, string> = new Map(
  (
    "$:usd €:eur £:gbp ¥:jpy ₹:inr dollar:usd dollars:usd usd:usd euro:eur euros:eur eur:eur pound:gbp pounds:gbp " +
    "gbp:gbp yen:jpy jpy:jpy rupees:inr inr:inr francs:chf chf:chf cad:cad aud:aud sek:sek nok:nok dkk:dkk pln:pln"
  )
    .split(" ")
    .map((entry): [string, string] => [entry.slice(0, -4), entry.slice(-3)])
)

/** The currency (ISO 4217 code, lower case) of a word or symbol; `undefined` for any other. */
export const currencyOf = (word: string): string | undefined => currencies.get(word)
