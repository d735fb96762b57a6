// Flags that stand for environment variables: what is given on the command line wins.
import * as Flag from "effect/cli/Flag"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { StartupError } from "../StartupError.ts"
import { UsageError } from "./UsageError.ts"

/** A flag, the variable it stands for, and its value when it was given. */
export interface Given {
  readonly flag: string
  readonly variable: string
  readonly value: string | undefined
}

/** A flag for a variable; the value is checked where the variable is. */
export const standsFor = (flag: string, variable: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(`${description} [${variable}]`),
    Flag.optional,
    Flag.map((value): Given => ({ flag: `--${flag}`, variable, value: Option.getOrUndefined(value) }))
  )

/** Where database and pepper are; every command has it. */
export const dataDirectoryFlag = standsFor(
  "data-dir",
  "LEADLINE_DATA_DIR",
  "DIRECTORY",
  "Directory of the database and its pepper. Default .leadline"
)

/** A failure speaks of what was typed: of the flag, where there was one. */
const inWordsOf = (given: ReadonlyArray<Given>) => (error: StartupError) => {
  const message = given.reduce(
    (text, { flag, variable }) => text.replaceAll(new RegExp(`\\b${variable}\\b`, "g"), flag),
    error.message
  )
  return given.some(({ variable }) => variable === error.variable)
    ? new UsageError({ message })
    : new StartupError({ message })
}

/** Runs something with the flags that were given in place of their variables. */
export const withGiven =
  (flags: ReadonlyArray<Given>) =>
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
        (error) => Effect.fail(inWordsOf(given)(error))
      )
    )
  }
