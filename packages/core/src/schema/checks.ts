// Checks of numbers, lengths and patterns. Those of `effect/Schema` would add code generation to every client's bundle.
import * as Schema from "effect/Schema"

/** The smallest and the largest value allowed. */
export interface Bounds {
  readonly min?: number
  readonly max?: number
}

const holds = ({ max = Infinity, min = -Infinity }: Bounds, value: number): boolean =>
  value >= min && value <= max

const limited = ({ max, min }: Bounds): string => (max === undefined ? `at least ${min}` : `at most ${max}`)

/** The code of an issue; of two bounds none says which one is broken. */
const codeOf = ({ max, min }: Bounds, tooLow: string, tooHigh: string): string =>
  max === undefined ? tooLow : min === undefined ? tooHigh : "value_error"

const keywords = ({ max, min }: Bounds, low: string, high: string) => ({
  ...(min !== undefined && { [low]: min }),
  ...(max !== undefined && { [high]: max })
})

/** A number within bounds: `a number from 0 to 2`, `at least 1`. */
export const within = (bounds: Bounds, what?: string) => {
  const { max, min } = bounds
  const isRange = min !== undefined && max !== undefined
  return Schema.makeFilter((value: number) => holds(bounds, value), {
    expected: isRange
      ? `${what ?? "a number"} from ${min} to ${max}`
      : `${what === undefined ? "" : `${what} of `}${limited(bounds)}`,
    word: codeOf(bounds, "greater_than_equal", "less_than_equal"),
    toJsonSchema: () => keywords(bounds, "minimum", "maximum")
  })
}

/** A string or array of limited length: `1 to 5 models`. Counts UTF-16 units or entries. */
export const ofLength = (bounds: Bounds, what: string, word = codeOf(bounds, "too_short", "too_long")) => {
  const { max, min } = bounds
  const isRange = min !== undefined && max !== undefined
  return Schema.makeFilter(({ length }: { readonly length: number }) => holds(bounds, length), {
    expected: `${isRange ? `${min} to ${max}` : limited(bounds)} ${what}`,
    word,
    toJsonSchema: ({ type }) =>
      type === "array"
        ? keywords(bounds, "minItems", "maxItems")
        : // JSON Schema counts characters, which have one or two units.
          keywords(
            min === undefined ? bounds : { ...bounds, min: Math.ceil(min / 2) },
            "minLength",
            "maxLength"
          )
  })
}

/** A string that is not empty. */
export const notEmpty = (expected: string, word = "too_short") =>
  Schema.makeFilter(({ length }: { readonly length: number }) => length > 0, {
    expected,
    word,
    toJsonSchema: ({ type }) => (type === "array" ? { minItems: 1 } : { minLength: 1 })
  })

/** A string that matches a pattern, which is neither global nor sticky. */
export const matching = (pattern: RegExp, expected: string) =>
  Schema.makeFilter((text: string) => pattern.test(text), {
    expected,
    word: "string_pattern_mismatch",
    // JSON Schema's patterns are those of Unicode.
    toJsonSchema: () => (pattern.unicode ? { pattern: pattern.source } : {})
  })
