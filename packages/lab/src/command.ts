// A command of the laboratory, and the one way in which commands read their arguments.
import { parseArgs } from "node:util"

/** Wrong arguments, or a machine without what the command needs: the message goes to standard error, the exit code is 2. */
export class UsageError extends Error {}

/** An option, or the words of a command that are no options. */
export interface Option<A> {
  /** The placeholder of the value in the help; undefined for a flag. */
  readonly value?: string
  readonly help: string
  /** The value of all that was given; throws a UsageError. */
  readonly read: (given: ReadonlyArray<string>, name: string) => A
}

/** A number, from 1 by default. */
export const number = (help: string, byDefault: number, least = 1): Option<number> => ({
  value: "NUMBER",
  help: `${help}; default ${byDefault}`,
  read: ([text = String(byDefault)], name) => {
    const read = Number(text)
    if (read >= least && read < Infinity) return read
    throw new UsageError(`${name}: expected a number from ${least}, got ${text}`)
  }
})

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
    const wrong = choices && all.find((each) => !choices.includes(each))
    if (wrong !== undefined) throw new UsageError(`${name}: there is no ${wrong}`)
    return all
  }
})

/** A flag. */
export const flag = (help: string): Option<boolean> => ({ help, read: (given) => given.length > 0 })

/** A command that reads its arguments. */
export interface Command {
  /** Its help, under the name by which it was called. */
  readonly help: (name: string) => string
  /** Runs it and gives the faults found: any makes the exit code 1. Throws a UsageError. */
  readonly run: (args: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
}

type Options = { readonly [name: string]: Option<unknown> }

type Values<O extends Options> = { readonly [name in keyof O]: O[name] extends Option<infer A> ? A : never }

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
    throw new UsageError(String(error))
  }
}

/** Defines a command. */
export const command = <const O extends Options = {}, A = undefined>(
  definition: Definition<O, A>
): Command => {
  const { about, run, words } = definition
  const options = Object.entries<Option<unknown>>(definition.options ?? {})
  const lines = options.map(([name, { help, value = "" }]) => `  --${name} ${value}`.padEnd(20) + `  ${help}`)
  if (words !== undefined) lines.unshift(`  ${words.value}`.padEnd(20) + `  ${words.help}`)
  return {
    help: (name) => [`npm run lab -- ${name} [options]`, "", about, "", ...lines].join("\n"),
    run: async (args) => {
      const { positionals, values } = parse(args, definition.options ?? {}, words !== undefined)
      const given = options.map(([name, { read }]) => [
        name,
        read([values[name] ?? []].flat().map(String), `--${name}`)
      ])
      const rest = words?.read(positionals, words.value ?? "")
      return (await run(Object.fromEntries(given) as Values<O>, rest as A)) ?? []
    }
  }
}
