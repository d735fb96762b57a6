// Units of numbers in texts and in field names: "90 min", `duration_minutes`, "length in cm".
import { currencyOf, measureOf, type Unit } from "../../text/units.ts"

/** A unit or currency. `factor` is its size in the base unit of its dimension. */
export interface Measure {
  readonly dimension: Unit | "area" | "energy"
  readonly factor: number
  /** A month or a year, whose length in days varies. */
  readonly calendar: boolean
  /** ISO 4217 code of money, lower case. */
  readonly currency?: string | undefined
}

/** Units besides those of `text/units.ts`, some in other languages: `word:factor`, by dimension. */
const further: ReadonlyArray<readonly [dimension: Measure["dimension"], words: string]> = [
  ["time", `s:${1 / 86_400} std:${1 / 24} stunde:${1 / 24} stunden:${1 / 24} hora:${1 / 24} heure:${1 / 24}`],
  ["time", `minuten:${1 / 1440} minuto:${1 / 1440} sekunde:${1 / 86_400} sekunden:${1 / 86_400}`],
  ["time", `segundo:${1 / 86_400} seconde:${1 / 86_400} tag:1 tage:1 tagen:1 día:1 dia:1 jour:1 woche:7`],
  ["time", "wochen:7 semana:7 semaine:7"],
  [
    "length",
    'kilómetro:1e3 kilomètre:1e3 metro:1 mètre:1 in:0.0254 inches:0.0254 ′:0.3048 ″:0.0254 ":0.0254'
  ],
  ["length", "metern:1 nm:1852 yd:0.9144"],
  ["mass", "t:1e3 ton:1e3 gramm:1e-3 kilogramm:1 gramo:1e-3 pound:0.45359237 stone:6.35029318 st:6.35029318"],
  ["volume", "dl:0.1 liter:1 litro:1 cup:0.24 pint:0.56826125 gallon:4.54609"],
  [
    "area",
    "m²:1 m2:1 sqm:1 qm:1 ft²:0.09290304 sqft:0.09290304 ha:1e4 hectare:1e4 acre:4046.8564 km²:1e6 km2:1e6"
  ],
  [
    "area",
    "square-metre:1 square-meter:1 square-feet:0.09290304 sq-ft:0.09290304 sq-m:1 square-kilometre:1e6"
  ],
  ["energy", "kcal:4184 kj:1e3 kwh:3.6e6 wh:3600"],
  ["speed", "km/h:24e3 m/s:86400 kmh:24e3"],
  ["celsius", "°c:1 degrees-celsius:1 degree-celsius:1 grad-celsius:1"],
  ["fahrenheit", "°f:1 degrees-fahrenheit:1 degree-fahrenheit:1"]
]

const measures: ReadonlyMap<string, Measure> = new Map(
  further.flatMap(([dimension, words]) =>
    words.split(" ").map((entry) => {
      const at = entry.lastIndexOf(":")
      return [
        entry.slice(0, at),
        { dimension, factor: Number(entry.slice(at + 1)), calendar: false }
      ] as const
    })
  )
)

const calendarWords: ReadonlyMap<string, string> = new Map(
  "monat:month monate:month monaten:month mes:month meses:month mois:month jahr:year jahre:year jahren:year año:year años:year an:year ans:year"
    .split(" ")
    .map((entry) => entry.split(":") as [string, string])
)

/** The unit that a word means: `kg`, `hours`, `m²`, `km/h`, `EUR`, `€`. "Pounds" are money. */
export const measureOfWord = (word: string): Measure | undefined => {
  const lower = word.toLowerCase().replaceAll(/\s+/g, "-")
  const currency = currencyOf(lower)
  if (currency !== undefined) return { dimension: "money", factor: 1, calendar: false, currency }
  if (lower === "cent" || lower === "cents") return { dimension: "money", factor: 0.01, calendar: false }
  const own = measures.get(lower) ?? measures.get(lower.replace(/s$/, ""))
  if (own !== undefined) return own
  const shared = measureOf(calendarWords.get(lower) ?? lower)
  return shared && { dimension: shared.unit, factor: shared.factor, calendar: shared.calendar }
}

/** Rounds off floating-point errors, as of 0.1 + 0.2. */
const rounded = (value: number): number => Number(value.toPrecision(12))

/** Converts a number to another unit; `undefined` for units that cannot be converted exactly, such as months to days. */
export const convert = (value: number, from: Measure, to: Measure): number | undefined => {
  if (from.dimension === "celsius" && to.dimension === "fahrenheit") return rounded((value * 9) / 5 + 32)
  if (from.dimension === "fahrenheit" && to.dimension === "celsius") return rounded(((value - 32) * 5) / 9)
  if (from.dimension !== to.dimension || from.calendar !== to.calendar) return undefined
  // There are no exchange rates here.
  if (from.currency !== to.currency && from.currency !== undefined && to.currency !== undefined)
    return undefined
  return rounded((value * from.factor) / to.factor)
}

/** Words of field names by dimension. The first one names a field that has a unit alone, such as `minutes`. */
const dimensionWords: ReadonlyArray<readonly [Measure["dimension"], string]> = [
  [
    "time",
    "duration time runtime wait delay period term cook cooking prep preparation rest resting baking dauer duración durée"
  ],
  [
    "length",
    "length width height depth distance altitude elevation radius diameter länge breite höhe longitud largo"
  ],
  ["mass", "weight mass gewicht peso poids"],
  ["celsius", "temperature temp temperatur temperatura température"],
  ["speed", "speed velocity"],
  ["area", "area surface fläche"],
  ["volume", "volume capacity"],
  ["size", "size storage"],
  ["energy", "energy"]
]

const dimensionOfWord: ReadonlyMap<string, Measure["dimension"]> = new Map(
  dimensionWords.flatMap(([dimension, words]) => words.split(" ").map((word) => [word, dimension] as const))
)

/** Quantities that a text mostly has one of, unlike, say, lengths. */
const plainQuantities = new Set(
  "duration weight temperature mass energy area dauer gewicht temperatur peso".split(" ")
)

/** Is a field name just the word for such a quantity, such as "weight"? */
export const isPlainQuantity = (name: string): boolean => plainQuantities.has(name)

/** The dimension that a field name indicates; `undefined` when it has no such word. */
export const dimensionOf = (name: string): Measure["dimension"] | undefined =>
  name
    .split(" ")
    .map((word) => dimensionOfWord.get(word))
    .find((dimension) => dimension !== undefined)

const isFamiliar = (word: string, others: ReadonlyArray<string>): boolean => {
  if (word === "c" || word === "f") return others.some((other) => dimensionOfWord.get(other) === "celsius")
  // `price_min` is the least price, and `start_year` a year.
  if (word === "min") return others.some((other) => dimensionOfWord.get(other) === "time")
  if (word === "in") return others.some((other) => dimensionOfWord.get(other) === "length")
  if (/^(?:day|week|month|year|quarter|decade|second|minute|hour|m2|pound|an|mes|jahr|monat|tag)$/.test(word))
    return word === "m2"
  return others.length > 0 || word.length > 2
}

/** The unit that a word of a field name means; "c" and "f" are degrees there. */
const measureInName = (word: string): Measure | undefined =>
  measureOfWord(word === "c" ? "°c" : word === "f" ? "°f" : word)

/** Splits a name of lower-case words into name and unit: `weight kg` is "weight" in kg. */
export const splitUnit = (name: string): { readonly name: string; readonly unit?: Measure } => {
  const words = name.split(" ")
  const per = words.findIndex((word) => word === "per" || word === "a")
  const before = per > 0 ? words.slice(0, per) : words
  // `years of experience`, `hours per week`: the first word; else the last.
  for (const at of [before.length - 1, ...(/^\S+ of /.test(name) ? [0] : [])]) {
    const word = before[at] ?? ""
    const others = words.filter((_, index) => index !== at)
    const unit = measureInName(word)
    if (unit === undefined || !isFamiliar(word, others)) continue
    const rest = others.filter((other) => other !== "in" && other !== "of").join(" ")
    const noun = dimensionWords.find(([dimension]) => dimension === unit.dimension)?.[1].split(" ")[0]
    return { name: rest === "" ? (unit.dimension === "money" ? "amount" : (noun ?? name)) : rest, unit }
  }
  return { name }
}

/** The unit that a description asks for: "length in metres", "weight (kg)", "number of minutes". */
export const unitInDescription = (description: string): Measure | undefined => {
  for (const [, word = ""] of description.matchAll(
    /(?:\bin |\(|\bnumber of )(?:whole |full )?([\p{L}²€$£]+)/giu
  )) {
    const unit = measureInName(word.toLowerCase())
    if (unit !== undefined && word !== "a" && word !== "an") return unit
  }
  return undefined
}
