// A command of the laboratory, and the one way in which commands read their arguments.
import { parseArgs } from "node:util"

/** Wrong arguments: the message and the help go to standard error, and the exit code is 2. */
export class UsageError extends Error {}

/** The machine lacks what the command needs: the message goes to standard error, and the exit code is 2. */
export class MissingError extends Error {}

/** An option, or the words of a command that are no options. */
export interface Option<A> {
  /** The placeholder of the value in the help; undefined for a flag. */
  readonly value?: string
  readonly help: string
  /** The value of all that was given; throws a UsageError. */
  readonly read: (given: ReadonlyArray<string>, name: string) => A
}

type Options = { readonly [name: string]: Option<unknown> }

type Values<O extends Options> = { readonly [name in keyof O]: O[name] extends Option<infer A> ? A : never }

const numeric = (
  help: string,
  byDefault: number,
  value: string,
  expected: string,
  fits: (read: number) => boolean
): Option<number> => ({
  value,
  help: `${help}; default ${byDefault}`,
  read: ([text = String(byDefault)], name) => {
    const read = text.trim() === "" ? Number.NaN : Number(text)
    if (fits(read)) return read
    throw new UsageError(`${name}: expected ${expected}, got ${text}`)
  }
})

/** A number from `least`. */
export const number = (help: string, byDefault: number, least: number, value = "NUMBER"): Option<number> =>
  numeric(help, byDefault, value, `a number from ${least}`, (read) => read >= least && read < Infinity)

/** A whole number from 1. */
export const wholeNumber = (help: string, byDefault: number, value = "N"): Option<number> =>
  numeric(help, byDefault, value, "a whole number", (read) => read >= 1 && Number.isSafeInteger(read))

/** A text; undefined when it is not given. */
export const text = (help: string, value: string): Option<string | undefined> => ({
  value,
  help,
  read: ([given]) => given
})

/** Texts, separated by commas or given again; with `choices`, only these. */
export const texts = (
  help: string,
  value: string,
  choices?: ReadonlyArray<string>
): Option<ReadonlyArray<string>> => ({
  value,
  help: choices === undefined ? help : `${help}: ${choices.join(", ")}`,
  read: (given, name) => {
    const all = given.flatMap((each) => each.split(","))
    for (const each of all)
      if (choices?.includes(each) === false) throw new UsageError(`${name}: there is no ${each}`)
    return all
  }
})

/** A flag. */
export const flag = (help: string): Option<boolean> => ({ help, read: (given) => given.length > 0 })

/** A command that reads its arguments. */
export interface Command {
  /** Its help, under the name by which it was called. */
  readonly help: (name: string) => string
  /** Runs it and gives the faults found: any makes the exit code 1. Throws a UsageError or a MissingError. */
  readonly run: (args: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
}

interface Definition<O extends Options, A> {
  /** What it does and when it fails. */
  readonly about: string
  readonly options?: O
  /** The words that are no options. Default: none are taken. */
  readonly words?: Option<A>
  readonly run: (values: Values<O>, words: A) => Promise<ReadonlyArray<string> | void>
}

const parse = (args: ReadonlyArray<string>, options: Options, allowPositionals: boolean) => {
  const given = Object.entries(options).map(([name, { value }]) => {
    const type: "boolean" | "string" = value === undefined ? "boolean" : "string"
    return [name, { type, multiple: true }] as const
  })
  try {
    return parseArgs({ args: [...args], allowPositionals, options: Object.fromEntries(given) })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Defines a command. */
export const command = <const O extends Options = {}, A = undefined>(
  definition: Definition<O, A>
): Command => {
  const { about, run, words } = definition
  const options: Options = definition.options ?? {}
  const lines = Object.entries(options).map(
    ([name, { help, value }]) => [`--${name}${value === undefined ? "" : ` ${value}`}`, help] as const
  )
  const all = words === undefined ? lines : [[words.value ?? "", words.help] as const, ...lines]
  const width = Math.max(0, ...all.map(([left]) => left.length))
  return {
    help: (name) =>
      [
        `npm run lab -- ${name} [options] ${words === undefined ? "" : `[${words.value}]`}`.trimEnd(),
        "",
        about,
        "",
        ...all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
      ].join("\n"),
    run: async (args) => {
      const { positionals, values } = parse(args, options, words !== undefined)
      const given = Object.entries(options).map(([name, option]) => {
        const value = values[name]
        return [name, option.read(Array.isArray(value) ? value.map(String) : [], `--${name}`)] as const
      })
      const rest = words?.read(positionals, words.value ?? "")
      return (await run(Object.fromEntries(given) as Values<O>, rest as A)) ?? []
    }
  }
}
