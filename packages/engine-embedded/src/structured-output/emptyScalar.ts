// The emptiest text, number or boolean that a schema takes, for what a text does not hold: "", 0, false and their like.
import {
  keyword,
  listKeyword,
  numberKeyword,
  patternSource,
  type SchemaNode,
  stringKeyword
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"

/** Characters that are tried for a class such as `\d` or `[^-]`; those of a sample, at most. */
const characters = "0aA-_ .,:/@#+"
const maxLength = 10_000

/** A character that a class or an escape of a pattern takes; empty for an anchor, and where none is found. */
const characterOf = (source: string): string => {
  try {
    const one = new RegExp(`^(?:${source})$`, "u")
    return [...characters, ...source].find((character) => one.test(character)) ?? ""
  } catch {
    // A reference to a group stands for no character by itself.
    return ""
  }
}

/** A class, an escape, the start of a group, or any other character, with what is behind an escape. */
const token = /\[(?:\\.|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\x..|\\u....|\\.|\((?:\?(?::|<?[=!]|<[^>]*>))?|[^]/y
const quantifier = /(?:([*?+])|\{(\d{1,4})(,?)\d*\})\??/y

/**
 * A short text for a pattern, of its first alternatives, in which parts that may be repeated without end are so at least `repeats` times. It has to
 * be checked.
 */
const samplePattern = (given: string, repeats: number): string => {
  const pattern = patternSource(given) ?? ""
  let at = 0
  const take = (sticky: RegExp): ReadonlyArray<string | undefined> => {
    sticky.lastIndex = at
    const found = sticky.exec(pattern) ?? [""]
    at += found[0].length
    return found
  }
  const times = (): number => {
    const [, sign, least = "1", open] = take(quantifier)
    if (sign === "?") return 0
    const fewest = sign === "*" ? 0 : Number(least)
    return sign !== undefined || open === "," ? Math.max(fewest, repeats) : fewest
  }
  /** Reads to the end of a group, or of the pattern. */
  const alternatives = (): string => {
    let [text, isFirst] = ["", true]
    for (let [part = ""] = take(token); part !== "" && part !== ")"; [part = ""] = take(token)) {
      if (part === "|") isFirst = false
      const inner = part.startsWith("(") ? alternatives() : /^[\\[.^$|]/.test(part) ? characterOf(part) : part
      const own = /^\(\?<?[=!]/.test(part) ? "" : inner
      const repeated = own.repeat(Math.min(times(), Math.ceil(maxLength / (own.length || 1))))
      if (isFirst && text.length < maxLength) text += repeated
    }
    return text
  }
  return alternatives().slice(0, maxLength)
}

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

/** Steps from the emptiest value, which items of an array with `uniqueItems` take: 0, 1, 2, or "", "-", "--". */
const others = Array.from({ length: 16 }, (_, more) => more)

const emptyText = (node: SchemaNode, isValid: (value: Schema.Json) => boolean): string | undefined => {
  const least = Math.min(numberKeyword(node, "minLength") ?? 0, maxLength)
  const pattern = stringKeyword(node, "pattern")
  const format = formats.get(stringKeyword(node, "format") ?? "")
  return [
    ...(format === undefined ? ["", ...others.map((more) => "-".repeat(least + more))] : [format]),
    ...(pattern === undefined ? [] : [0, 1, least].map((repeats) => samplePattern(pattern, repeats)))
  ].find(isValid)
}

/** Options that say that nothing is known. */
const ofNothing =
  /^(?:unknown|other|none|unspecified|n\/?a|not[ _-](?:applicable|given|known|specified|stated))$/i

/** The number nearest to 0 of those that bounds and steps suggest. */
const emptyNumber = (node: SchemaNode, isValid: (value: Schema.Json) => boolean): number | undefined => {
  const step = numberKeyword(node, "multipleOf") ?? 1
  const near = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].flatMap((key) => {
    const bound = numberKeyword(node, key)
    if (bound === undefined) return []
    const tiny = Math.max(1e-6, Math.abs(bound) * 1e-9)
    const steps = others
      .flatMap((more) => [-more, more])
      .map((more) => (Math.round(bound / step) + more) * step)
    return [bound, bound - tiny, bound + tiny, ...steps]
  })
  return [0, ...near, ...others.map((more) => more * step)]
    .toSorted((left, right) => Math.abs(left) - Math.abs(right))
    .find(isValid)
}

/** The emptiest value of a type without parts; undefined where none was found. */
export const emptyScalar = (
  type: string,
  node: SchemaNode,
  isValid: (value: Schema.Json) => boolean
): Schema.Json | undefined => {
  const options = listKeyword(node, "enum").filter(isValid)
  if (keyword(node, "enum") !== undefined)
    return options.find((option) => typeof option === "string" && ofNothing.test(option)) ?? options[0]
  if (type === "string") return emptyText(node, isValid)
  return type === "boolean" ? [false, true].find(isValid) : emptyNumber(node, isValid)
}
