// The emptiest text, number or boolean that a schema takes, for what a text does not hold: "", 0, false and their like.
import type { SchemaNode } from "@leadline/core/internal"
import { keyword, numberKeyword, stringKeyword } from "@leadline/core/internal"
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

/** An option that says that nothing is known, else the first one. */
const emptyOption = (options: ReadonlyArray<Schema.Json>): Schema.Json | undefined =>
  options.find((option) => typeof option === "string" && ofNothing.test(option)) ?? options[0]

/** The number nearest to 0 of those that bounds and steps suggest. */
const emptyNumber = (node: SchemaNode, isValid: (value: Schema.Json) => boolean): number | undefined => {
  const step = numberKeyword(node, "multipleOf") ?? 1
  const near = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].flatMap((key) => {
    const bound = numberKeyword(node, key)
    if (bound === undefined) return []
    const tiny = Math.max(1e-6, Math.abs(bound) * 1e-9)
    const steps = [-1, 0, 1].map((more) => (Math.round(bound / step) + more) * step)
    return [bound, bound - tiny, bound + tiny, ...steps]
  })
  return [0, ...near].toSorted((left, right) => Math.abs(left) - Math.abs(right)).find(isValid)
}

/** The emptiest value of a type without parts; undefined where none was found. */
export const emptyScalar = (
  type: string,
  node: SchemaNode,
  isValid: (value: Schema.Json) => boolean
): Schema.Json | undefined => {
  const options = keyword(node, "enum")
  if (Array.isArray(options)) return emptyOption(options.filter(isValid))
  if (type === "string") return emptyText(node, isValid)
  return type === "boolean" ? [false].find(isValid) : emptyNumber(node, isValid)
}
