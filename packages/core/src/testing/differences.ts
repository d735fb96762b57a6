// Describes where two values differ, without quoting them.
import * as Predicate from "effect/Predicate"
import { pathText } from "../errors/issueText.ts"

type Path = ReadonlyArray<string | number>

const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : value instanceof Uint8Array
      ? "bytes"
      : Array.isArray(value)
        ? "a list"
        : typeof value === "object"
          ? "an object"
          : `a ${typeof value}`

const own = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const say = (path: Path, text: string) => `${pathText(path)} ${text}`

/**
 * The paths at which `actual` differs from `expected`. With `isPart`, objects of `actual` may have more fields.
 */
export const differences = (
  expected: unknown,
  actual: unknown,
  path: Path,
  isPart: boolean
): ReadonlyArray<string> => {
  if (Object.is(expected, actual) || (expected === 0 && actual === 0)) return []
  if (actual === undefined) return [say(path, `is missing: expected ${kindOf(expected)}`)]
  if (expected === undefined) return [say(path, "is not expected")]
  const [wanted, found] = [kindOf(expected), kindOf(actual)]
  if (wanted !== found) return [say(path, `is ${found}: expected ${wanted}`)]
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected.length === actual.length
      ? expected.flatMap((value, index) => differences(value, actual[index], [...path, index], isPart))
      : [say(path, `has length ${actual.length}: expected ${expected.length}`)]
  }
  if (expected instanceof Uint8Array && actual instanceof Uint8Array) {
    return expected.length === actual.length && expected.every((byte, index) => byte === actual[index])
      ? []
      : [say(path, "has other bytes")]
  }
  if (!Predicate.isObject(expected) || !Predicate.isObject(actual)) {
    return [say(path, `is another ${typeof expected}`)]
  }
  const names = isPart
    ? Object.keys(expected)
    : [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
  return names.flatMap((name) => differences(own(expected, name), own(actual, name), [...path, name], isPart))
}

/** The first few, in one line. */
export const someOf = (all: ReadonlyArray<string>): string =>
  all.length > 5 ? `${all.slice(0, 5).join("; ")}; and ${all.length - 5} more` : all.join("; ")
