// What the environment may set, read once at start-up. A wrong value is one clear line; an empty one is unset.
// Source: none; the settings of this server.
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "./StartupError.ts"

/** The settings of a server. */
export interface Settings {
  /** TCP port; 0 takes a free one. Default 8080. */
  readonly port: number
  /** Address to bind. Default 127.0.0.1. */
  readonly host: string
  /** The bootstrap key, when one is given. */
  readonly apiKey: Redacted.Redacted | undefined
  /** Directory of the database and its pepper; it must exist. Default: `.leadline`, made when absent. */
  readonly dataDirectory: string | undefined
  /** Folder that search looks through; it must exist. Default: the documentation of this project. */
  readonly documents: string | undefined
  /** Stands before a file's path in the address of a result. Default `https://leadline.example/`. */
  readonly documentsUrl: string | undefined
  /** Requests per second of one key group for one operation. Default 100. */
  readonly requestsPerSecond: number
}

interface Setting<A> {
  readonly name: string
  readonly fallback: A
  readonly expected: string
  /** undefined: not what is expected. */
  readonly parse: (text: string) => A | undefined
}

const wrong = (name: string, expected: string, got: string) =>
  new StartupError({ message: `${name}: expected ${expected}${got}`, variable: name })

const unreadable = (name: string) =>
  Effect.mapError(() => new StartupError({ message: `${name}: cannot be read` }))

/** Reads one setting; what is not expected fails. */
export const read = Effect.fnUntraced(function* <A>({ expected, fallback, name, parse }: Setting<A>) {
  const text = yield* Config.String(name).pipe(Config.withDefault(""), unreadable(name))
  if (text === "") return fallback
  return parse(text) ?? (yield* wrong(name, expected, `, got ${JSON.stringify(text)}`))
})

/** A whole number. */
export const whole = (name: string, min: number, max: number, fallback: number): Setting<number> => ({
  name,
  fallback,
  expected: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = Number(text)
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined
  }
})

const host: Setting<string> = {
  name: "HOST",
  fallback: "127.0.0.1",
  expected: "an address or a host name without port or path",
  parse: (text) => (/^[A-Za-z0-9._:-]{1,255}$/.test(text) ? text : undefined)
}

/** Directory of the database and its pepper. */
export const dataDirectory: Setting<string | undefined> = {
  name: "LEADLINE_DATA_DIR",
  fallback: undefined,
  expected: "a directory",
  parse: (text) => text
}

const documents: Setting<string | undefined> = {
  name: "LEADLINE_DOCUMENTS",
  fallback: undefined,
  expected: "a folder",
  parse: (text) => text
}

const documentsUrl: Setting<string | undefined> = {
  name: "LEADLINE_DOCUMENTS_URL",
  fallback: undefined,
  expected: "an http or https URL without query or fragment",
  parse: (text) => (/^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i.test(text) ? text : undefined)
}

/** A secret of visible ASCII, never shown; undefined when unset. */
export const readSecret = Effect.fnUntraced(function* (name: string) {
  const key = yield* Config.Redacted(name).pipe(Config.withDefault(Redacted.make("")), unreadable(name))
  const text = Redacted.value(key)
  if (text === "") return undefined
  return /^[\x21-\x7e]{1,4096}$/.test(text)
    ? key
    : yield* wrong(name, "1 to 4096 visible ASCII characters", "")
})

/** Reads all settings; fails with the first that is wrong. */
export const readSettings: Effect.Effect<Settings, StartupError> = Effect.gen(function* () {
  return {
    port: yield* read(whole("PORT", 0, 65_535, 8080)),
    host: yield* read(host),
    apiKey: yield* readSecret("LEADLINE_API_KEY"),
    dataDirectory: yield* read(dataDirectory),
    documents: yield* read(documents),
    documentsUrl: yield* read(documentsUrl),
    requestsPerSecond: yield* read(whole("LEADLINE_REQUESTS_PER_SECOND", 1, 1_000_000, 100))
  }
})
