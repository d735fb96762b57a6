// Reads one environment variable. An empty one counts as unset; a wrong value fails with one line that names it.
import { parseNetwork } from "@leadline/core/server-settings"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"

/** A setting in one environment variable. */
export interface Setting<A> {
  /** The environment variable. */
  readonly name: string
  readonly fallback: A
  /** Completes the error message "expected ...". */
  readonly expected: string
  /** The value of a text; undefined if it is invalid. */
  readonly parse: (text: string) => A | undefined
}

const invalid = (name: string, expected: string, got: string) =>
  new StartupError({ message: `${name}: expected ${expected}${got}`, variable: name })

const unreadable = (name: string) =>
  Effect.mapError(() => new StartupError({ message: `${name}: cannot be read` }))

/** Reads a setting; fails with a StartupError if the value is invalid. */
export const read = Effect.fnUntraced(function* <A>({ expected, fallback, name, parse }: Setting<A>) {
  const text = yield* Config.String(name).pipe(Config.withDefault(""), unreadable(name))
  if (text === "") return fallback
  return parse(text) ?? (yield* invalid(name, expected, `, got ${JSON.stringify(text)}`))
})

/** Reads a setting whose value must not appear in an error message; undefined when unset. */
export const readSecret = Effect.fnUntraced(function* (name: string, expected: string, pattern: RegExp) {
  const value = yield* Config.Redacted(name).pipe(Config.withDefault(Redacted.make("")), unreadable(name))
  const text = Redacted.value(value)
  if (text === "") return undefined
  return pattern.test(text) ? value : yield* invalid(name, expected, "")
})

/** Reads an API key; undefined when unset. */
export const readApiKey = (name: string) =>
  readSecret(name, "1 to 4096 visible ASCII characters", /^[\x21-\x7e]{1,4096}$/)

/** A whole number in a range. */
export const integer = (name: string, min: number, max: number, fallback: number): Setting<number> => ({
  name,
  fallback,
  expected: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = Number(text)
    return /^\d{1,15}$/.test(text) && value >= min && value <= max ? value : undefined
  }
})

/** `on` or `off`. */
export const onOrOff = (name: string, fallback: boolean): Setting<boolean> => ({
  name,
  fallback,
  expected: "on or off",
  parse: (text) => (text === "on" ? true : text === "off" ? false : undefined)
})

/** An address to listen on. Default 127.0.0.1. */
export const listenHost = (name: string): Setting<string> => ({
  name,
  fallback: "127.0.0.1",
  expected: "an address or a host name without port or path",
  parse: (text) => (/^[A-Za-z0-9._:-]{1,255}$/.test(text) ? text : undefined)
})

/** A path of a file or folder. */
export const path = (name: string, expected: string): Setting<string | undefined> => ({
  name,
  fallback: undefined,
  expected,
  parse: (text) => text
})

/** A list separated by commas, in which every element is valid. Default: empty. */
export const list = (
  name: string,
  expected: string,
  isValid: (element: string) => boolean
): Setting<ReadonlyArray<string>> => ({
  name,
  fallback: [],
  expected,
  parse: (text) => {
    const elements = text.split(",").map((element) => element.trim())
    return elements.every(isValid) ? elements : undefined
  }
})

/** A list of addresses and networks. */
export const networkList = (name: string): Setting<ReadonlyArray<string>> =>
  list(
    name,
    "addresses or networks like 10.0.0.0/8, separated by commas; IPv4 in IPv6 is written as IPv4",
    (element) => parseNetwork(element) !== undefined
  )
