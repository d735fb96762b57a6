// Flags that set environment variables: a flag on the command line wins over the environment.
import * as Flag from "effect/cli/Flag"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Setting } from "../settings/setting.ts"
import { readStoreSettings, storeSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { layerExistingStore } from "../store/layer.ts"
import { UsageError } from "./UsageError.ts"

/** A flag, its environment variable, and its value if it was given. */
export interface VariableFlag {
  readonly flag: string
  readonly variable: string
  readonly value: string | undefined
}

/** Markdown as plain text: the name of a link, and no backticks. */
const plain = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "")

/** The flag of a setting, named like its variable. Its value is validated when the variable is read. */
export const flagOf = ({ fallbackText, metavar = "TEXT", text, variable }: Setting<unknown>) => {
  const flag = variable
    .replace(/^LEADLINE_/, "")
    .toLowerCase()
    .replaceAll("_", "-")
  const sentence = plain(text).replace(/^./, (first) => first.toUpperCase())
  const fallback = fallbackText === "" ? "" : `. Default: ${plain(fallbackText)}`
  return Flag.String(flag).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(`${sentence}${fallback} [${variable}]`),
    Flag.optional,
    Flag.map((value): VariableFlag => ({ flag: `--${flag}`, variable, value: Option.getOrUndefined(value) }))
  )
}

/** A flag of a number, with an example of one for who writes something else. */
export const numberFlag = (name: string, example: string) =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => {
        const value = text.trim() === "" ? NaN : Number(text)
        return Number.isFinite(value) ? Option.some(value) : Option.none()
      },
      () => `a number, such as ${example}`
    )
  )

/** The flags of a command on a store. */
export const storeFlags = {
  dataDir: flagOf(storeSettings.dataDirectory),
  databaseUrl: flagOf(storeSettings.databaseUrl)
}

/** `--group`. Empty when it is not given. */
export const groupFlag = (description: string) =>
  Flag.String("group").pipe(
    Flag.withAlias("g"),
    Flag.withMetavar("ID"),
    Flag.withDescription(description),
    Flag.withDefault("")
  )

/** `--last`: how many of the latest rows are shown. */
export const lastFlag = (rows: string) =>
  Flag.Int("last").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription(`Number of ${rows}. Default: 50`),
    Flag.withDefault(50)
  )

/** Fails for a `--last` that is out of range. */
export const checkLast = (last: number): Effect.Effect<void, UsageError> =>
  last < 1 || last > 1_000_000
    ? Effect.fail(new UsageError({ message: "--last: expected a whole number from 1 to 1000000" }))
    : Effect.void

/** Rewrites an error message to name the given flags instead of their variables. */
const nameFlags = (given: ReadonlyArray<VariableFlag>) => (error: StartupError) => {
  const message = given.reduce(
    (text, { flag, variable }) => text.replaceAll(new RegExp(`\\b${variable}\\b`, "g"), flag),
    error.message
  )
  return given.some(({ variable }) => variable === error.variable)
    ? new UsageError({ message })
    : new StartupError({ message })
}

/** Runs an effect with the given flags in place of their environment variables. */
export const withFlags =
  (flags: ReadonlyArray<VariableFlag>) =>
  <A, E, R>(effect: Effect.Effect<A, E | StartupError, R>) => {
    const given = flags.filter(({ value }) => value !== undefined)
    const values = Object.fromEntries(given.map(({ value, variable }) => [variable, value]))
    return Effect.flatMap(ConfigProvider.ConfigProvider, (environment) =>
      Effect.provideService(
        effect,
        ConfigProvider.ConfigProvider,
        ConfigProvider.orElse(ConfigProvider.fromUnknown(values), environment)
      )
    ).pipe(
      Effect.catchIf(
        (error): error is StartupError => error instanceof StartupError,
        (error) => Effect.fail(nameFlags(given)(error))
      )
    )
  }

/** Runs an effect on the existing store that flags name. */
export const onStore = <A, E, R>(
  store: { readonly [name in keyof typeof storeFlags]: VariableFlag },
  effect: Effect.Effect<A, E, R>
) =>
  Effect.flatMap(readStoreSettings, (settings) => Effect.provide(effect, layerExistingStore(settings))).pipe(
    withFlags(Object.values(store))
  )
