// One setting: its environment variable, what it does, and how its value is read. An empty variable counts as unset; a
// wrong value fails with one line that names it.
import { parseNetwork } from "@leadline/core/server-settings"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"

/** Texts of a setting in the help and in docs/settings.md, as Markdown. */
export interface About {
  /** Its purpose in a few words: the text of its flag. */
  readonly text: string
  /** More for the document, with its punctuation. */
  readonly more?: string
  /** The default as people read it, where it is not simply the value. */
  readonly fallbackText?: string
}

/** A setting in one environment variable. */
export interface Setting<A> extends About {
  readonly variable: string
  /** The kind of its value in the help of its flag; undefined: a secret, which has no flag. */
  readonly metavar: string | undefined
  readonly fallbackText: string
  /** Reads it; fails with a StartupError if the value is invalid. */
  readonly read: Effect.Effect<A, StartupError>
}

/** Settings by name. */
export type Settings = { readonly [name: string]: Setting<unknown> }

/** The values of settings. */
export type Values<S extends Settings> = {
  readonly [N in keyof S]: S[N] extends Setting<infer A> ? A : never
}

/** Reads settings in their order; fails with the first invalid one. */
export const readAll = <S extends Settings>(settings: S): Effect.Effect<Values<S>, StartupError> =>
  Effect.map(
    Effect.forEach(Object.entries(settings), ([name, { read }]) =>
      Effect.map(read, (value) => [name, value])
    ),
    (entries) => Object.fromEntries(entries) as Values<S>
  )

const invalid = (variable: string, expected: string, got: string) =>
  new StartupError({ message: `${variable}: expected ${expected}${got}`, variable })

const unreadable = (variable: string) =>
  Effect.mapError(() => new StartupError({ message: `${variable}: cannot be read` }))

interface Form<A> extends About {
  readonly metavar: string
  readonly fallback: A
  /** Completes the error message "expected ...". */
  readonly expected: string
  /** The value of a text; undefined if it is invalid. */
  readonly parse: (text: string) => A | undefined
}

/** A setting whose value is a text of some form. */
export const setting = <A>(variable: string, form: Form<A>): Setting<A> => {
  const { expected, fallback, fallbackText = "", metavar, parse } = form
  const read = Effect.gen(function* () {
    const text = yield* Config.String(variable).pipe(Config.withDefault(""), unreadable(variable))
    if (text === "") return fallback
    return parse(text) ?? (yield* invalid(variable, expected, `, got ${JSON.stringify(text)}`))
  })
  return { ...form, variable, metavar, fallbackText, read }
}

/** Reads a value that must not appear in an error message; undefined when unset. */
export const readSecret = Effect.fnUntraced(function* (variable: string, expected: string, pattern: RegExp) {
  const value = yield* Config.Redacted(variable).pipe(
    Config.withDefault(Redacted.make("")),
    unreadable(variable)
  )
  const text = Redacted.value(value)
  if (text === "") return undefined
  return pattern.test(text) ? value : yield* invalid(variable, expected, "")
})

interface SecretForm extends About {
  readonly expected: string
  readonly pattern: RegExp
}

/** A secret, which has no flag. */
export const secret = (variable: string, form: SecretForm): Setting<Redacted.Redacted | undefined> => {
  const { expected, fallbackText = "", pattern } = form
  const read = readSecret(variable, expected, pattern)
  return { ...form, variable, metavar: undefined, fallbackText, read }
}

/** An API key. */
export const apiKey = (variable: string, about: About) =>
  secret(variable, {
    ...about,
    expected: "1 to 4096 visible ASCII characters",
    pattern: /^[\x21-\x7e]{1,4096}$/
  })

interface Range<A> extends About {
  readonly min: number
  readonly max: number
  readonly fallback: A
}

/** A whole number in a range. */
export const integer = <A extends number | undefined>(
  variable: string,
  range: Range<A>,
  metavar = "NUMBER"
) =>
  setting<A | number>(variable, {
    fallbackText: range.fallback === undefined ? "" : `\`${range.fallback}\``,
    ...range,
    metavar,
    expected: `a whole number from ${range.min} to ${range.max}`,
    parse: (text) => {
      const value = Number(text)
      return /^\d{1,15}$/.test(text) && value >= range.min && value <= range.max ? value : undefined
    }
  })

/** A time in seconds, read as milliseconds. */
export const seconds = (variable: string, range: Range<number>): Setting<number> => {
  const whole = integer(variable, range, "SECONDS")
  return { ...whole, read: Effect.map(whole.read, (value) => value * 1_000) }
}

/** One of some words. */
export const choice = <const W extends string, A extends W | undefined>(
  variable: string,
  words: ReadonlyArray<W>,
  form: About & { readonly fallback: A; readonly metavar?: string }
) =>
  setting<W | A>(variable, {
    fallbackText: form.fallback === undefined ? "" : `\`${form.fallback}\``,
    metavar: words.join("|"),
    ...form,
    expected: `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`,
    parse: (text) => words.find((word) => word === text)
  })

/** `on` or `off`; true or false. */
export const onOrOff = <A extends boolean | undefined>(
  variable: string,
  form: About & { readonly fallback: A }
) =>
  setting<A | boolean>(variable, {
    fallbackText: form.fallback === undefined ? "" : form.fallback ? "`on`" : "`off`",
    ...form,
    metavar: "on|off",
    expected: "on or off",
    parse: (text) => (text === "on" ? true : text === "off" ? false : undefined)
  })

/** An address to listen on. Default 127.0.0.1. */
export const listenHost = (variable: string, about: About) =>
  setting<string>(variable, {
    ...about,
    fallback: "127.0.0.1",
    fallbackText: "`127.0.0.1`",
    metavar: "ADDRESS",
    expected: "an address or a host name without port or path",
    parse: (text) => (/^[A-Za-z0-9._:-]{1,255}$/.test(text) ? text : undefined)
  })

/** Any text, like a path or a name. Default: none. */
export const text = (variable: string, metavar: string, about: About) =>
  setting<string | undefined>(variable, {
    ...about,
    fallback: undefined,
    metavar,
    expected: "a text",
    parse: (given) => given
  })

/** A URL of this server or of documents. Default: none. */
export const ownUrl = (variable: string, form: About & { readonly expected: string }) =>
  setting<string | undefined>(variable, {
    ...form,
    fallback: undefined,
    metavar: "URL",
    parse: (given) =>
      /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i.test(given) && URL.canParse(given) ? given : undefined
  })

/** A list separated by commas, in which every element is valid. Default: empty. */
export const list = (
  variable: string,
  form: About & { readonly expected: string; readonly isValid: (element: string) => boolean }
) =>
  setting<ReadonlyArray<string>>(variable, {
    ...form,
    fallback: [],
    metavar: "LIST",
    parse: (given) => {
      const elements = given.split(",").map((element) => element.trim())
      return elements.every(form.isValid) ? elements : undefined
    }
  })

/** A list of addresses and networks. */
export const networks = (variable: string, about: About) =>
  list(variable, {
    ...about,
    expected: "addresses or networks like 10.0.0.0/8, separated by commas; IPv4 in IPv6 is written as IPv4",
    isValid: (element) => parseNetwork(element) !== undefined
  })
