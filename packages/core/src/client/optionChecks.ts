// Checks options where they are given. An unknown name or an invalid value is a TypeError that never shows the value.
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"

/** The check of an option: its expected value in words, and a test. The test gives true, or false or a text that names the fault and never shows the value. */
export type Check = readonly [expected: string, accepts: (value: unknown) => boolean | string]

/** A check for every option of a type. */
export type Checks<Options> = { readonly [Name in keyof Options]-?: Check }

/** A function. */
export const aFunction: Check = ["a function", (value) => typeof value === "function"]

/** True or false. */
export const aBoolean: Check = ["true or false", (value) => typeof value === "boolean"]

/** An object with properties. The entries of iterables are none: they would be lost. */
export const anObject: Check = [
  "an object, as of Object.fromEntries",
  (value) => Predicate.isObject(value) && !(Symbol.iterator in value)
]

/** An `AbortSignal`, of any implementation. */
export const anAbortSignal: Check = [
  "an AbortSignal",
  (value) => aFunction[1](Object(value).addEventListener)
]

/** An integer that is not below `least`. */
export const integerFrom = (least: number): Check => [
  `an integer from ${least}`,
  (value) => Number.isInteger(value) && (value as number) >= least
]

/** One of these texts. */
export const oneOf = (texts: ReadonlyArray<string>): Check => [
  `one of ${texts.join(", ")}`,
  (value) => texts.includes(value as string)
]

/** A text without any of these faults, the first of which is named. */
export const textWithout = (
  expected: string,
  faults: ReadonlyArray<readonly [pattern: RegExp, fault: string]>,
  read = (value: unknown) => value
): Check => [
  expected,
  (value) => {
    const text = read(value)
    return typeof text === "string" && (faults.find(([pattern]) => pattern.test(text))?.[1] ?? true)
  }
]

/** A duration over zero. */
export const aDuration: Check = [
  'positive milliseconds, or a duration like "20 seconds"',
  (value) => {
    try {
      return Duration.toMillis(value as Duration.Input) > 0
    } catch {
      return false
    }
  }
]

/** Other clients have `default_headers`, `defaultHeaders` and `extra_headers`, and people write `timeouts`. */
const plain = (name: string): string => name.replace(/^default|^extra|_|s$/g, "").toLowerCase()

/** The end of a message for an unknown name: the right one, or all names. */
export const suggestName = (name: string, names: ReadonlyArray<string>): string => {
  const wanted = plain(name)
  const near = names.find((known) => plain(known) === wanted)
  return near === undefined ? `; known are ${names.join(", ")}` : `, use ${near}`
}

/** A TypeError for the first option that is unknown or invalid. Undefined means that an option is not given. */
export const optionError = (
  options: unknown,
  checks: { readonly [name: string]: Check },
  prefix = ""
): TypeError | undefined => {
  if (!anObject[1](options)) return new TypeError(`options: expected ${anObject[0]}`)
  for (const [name, value] of Object.entries(options as object)) {
    if (value === undefined) continue
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    const accepted = check?.[1](value)
    if (accepted === true) continue
    const problem = check ? `expected ${check[0]}` : `unknown option${suggestName(name, Object.keys(checks))}`
    return new TypeError(`${prefix}${name}: ${problem}${accepted ? `, found ${accepted}` : ""}`)
  }
  return undefined
}

/** Throws a TypeError for the first option that is unknown or invalid. */
export const checkOptions = (...given: Parameters<typeof optionError>): void => {
  const error = optionError(...given)
  if (error !== undefined) throw error
}
