// The emptiest text, number or boolean that a schema takes, for what a text does not hold: "", 0, false and their like.
import type { SchemaNode } from "@leadline/core/internal"
import { numberKeyword, stringKeyword } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { samplePattern } from "./samplePattern.ts"

/** Values of formats that have no empty one. */
const formats: ReadonlyMap<string, string> = new Map([
  ["date", "1970-01-01"],
  ["date-time", "1970-01-01T00:00:00Z"],
  ["time", "00:00:00Z"],
  ["duration", "PT0S"],
  ["email", "unknown@example.invalid"],
  ["hostname", "example.invalid"],
  ["uri", "about:blank"],
  ["uuid", "00000000-0000-0000-0000-000000000000"],
  ["ipv4", "0.0.0.0"],
  ["ipv6", "::"]
])

const emptyText = (node: SchemaNode, isValid: (value: Schema.Json) => boolean): string | undefined => {
  const least = Math.min(numberKeyword(node, "minLength") ?? 0, 10_000)
  const pattern = stringKeyword(node, "pattern")
  return [
    formats.get(stringKeyword(node, "format") ?? "") ?? "",
    "-".repeat(least),
    ...(pattern === undefined ? [] : [0, 1, least].map((repeats) => samplePattern(pattern, repeats)))
  ].find(isValid)
}

const ofNothing =
  /^(?:unknown|other|none|unspecified|n\/?a|not[ _-](?:applicable|given|known|specified|stated))$/i

/** Is an option of an enum one that says that nothing is known? */
export const isOfNothing = (option: Schema.Json): boolean =>
  typeof option === "string" && ofNothing.test(option)

/** The number nearest to 0 within the bounds. */
const emptyNumber = (node: SchemaNode, isInteger: boolean): number => {
  const step = numberKeyword(node, "multipleOf") ?? (isInteger ? 1 : undefined)
  const above = numberKeyword(node, "exclusiveMinimum")
  const below = numberKeyword(node, "exclusiveMaximum")
  const least = Math.max(
    numberKeyword(node, "minimum") ?? -Infinity,
    above === undefined ? -Infinity : above + (step ?? Math.max(1e-6, Math.abs(above) * 1e-9))
  )
  const most = Math.min(
    numberKeyword(node, "maximum") ?? Infinity,
    below === undefined ? Infinity : below - (step ?? Math.max(1e-6, Math.abs(below) * 1e-9))
  )
  const value = Math.min(Math.max(0, least), most)
  if (step === undefined) return value
  return (value > 0 ? Math.ceil(value / step) : Math.floor(value / step)) * step
}

/** The emptiest value of a type without parts; undefined where none was found. */
export const emptyScalar = (
  type: string,
  node: SchemaNode,
  isValid: (value: Schema.Json) => boolean
): Schema.Json | undefined => {
  if (type === "string") return emptyText(node, isValid)
  const value = type === "boolean" ? false : emptyNumber(node, type === "integer")
  return isValid(value) ? value : undefined
}
