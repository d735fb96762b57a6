// The one program of the laboratory: `npm run lab -- NAME [options]`. It loads the command that it runs, and no other.
import { type Command, MissingError, UsageError } from "./command.ts"
import { exitOnSignals } from "./processes.ts"

interface Entry {
  /** One line for the list. */
  readonly summary: string
  readonly load: () => Promise<Command>
}

const entry = (summary: string, load: () => Promise<{ readonly command: Command }>): Entry => ({
  summary,
  load: async () => (await load()).command
})

/** Every command by its name, of one or two words. */
const commands: { readonly [name: string]: Entry } = {
  "bench client": entry(
    "what calls and streams cost beside other clients",
    () => import("./benchmarks/client/command.ts")
  ),
  "bench server": entry(
    "what whole servers take for a request, beside Fastify, Hono and bare ones",
    () => import("./benchmarks/server/command.ts")
  ),
  "bench import": entry(
    "milliseconds of a cold import of the built packages",
    () => import("./benchmarks/startup/command.ts")
  ),
  eval: entry(
    "how many decisions of the embedded engine are right, by domain",
    () => import("./evaluation/command.ts")
  ),
  promise: entry(
    "how often policies break their promise, and intervals miss the truth",
    () => import("./promise/command.ts")
  ),
  places: entry(
    "files that name a resource, an operation or a setting: what an addition touches",
    () => import("./places/command.ts")
  ),
  files: entry(
    "source files that run for a warm call and for a warm request",
    () => import("./benchmarks/files/command.ts")
  ),
  sizes: entry("bytes of bundles; writes docs/sizes.md", () => import("./benchmarks/sizes/command.ts")),
  "load streams": entry(
    "thousands of open chat streams, none of which may lose an event",
    () => import("./load/streams.ts")
  ),
  neighbours: entry(
    "a calm key group beside hostile ones: heavy, slow and attacking",
    () => import("./load/neighbours/command.ts")
  ),
  chaos: entry(
    "three nodes that are killed, paused and cut off under load",
    () => import("./load/chaos/command.ts")
  ),
  update: entry(
    "servers of an older version replaced by this one under load",
    () => import("./load/update.ts")
  ),
  threats: entry(
    "the table of attacks over raw sockets, on every supported Node",
    () => import("./threats/command.ts")
  ),
  stress: entry("the tests again and again beside busy loops", () => import("./stress/command.ts")),
  mutations: entry(
    "faults put into the sources, each of which a test must find",
    () => import("./mutations/command.ts")
  ),
  release: entry(
    "rehearses releases: a registry on this machine, and projects of users",
    () => import("./release/command.ts")
  ),
  runtimes: {
    summary: "one release, then its users on every runtime: release --once",
    load: async () => {
      const { command } = await import("./release/command.ts")
      return { ...command, run: (args) => command.run(["--once", ...args]) }
    }
  }
}

const width = Math.max(...Object.keys(commands).map((name) => name.length))

/** The commands whose name begins with a word, or all. */
const list = (word?: string): string =>
  [
    "npm run lab -- NAME [options]",
    "",
    ...Object.entries(commands)
      .filter(([name]) => word === undefined || name.startsWith(`${word} `))
      .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "npm run lab -- NAME --help prints one command's help."
  ].join("\n")

const fail = (code: 1 | 2, ...lines: ReadonlyArray<string>): number => {
  process.stderr.write(`${lines.join("\n")}\n`)
  return code
}

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h"

/** Runs a command; gives the exit code. */
const run = async (name: string, { load }: Entry, args: ReadonlyArray<string>): Promise<number> => {
  const command = await load()
  if (args.some(isHelp)) {
    process.stdout.write(`${command.help(name)}\n`)
    return 0
  }
  try {
    const faults = await command.run(args)
    return faults.length === 0 ? 0 : fail(1, ...faults)
  } catch (error) {
    if (error instanceof UsageError) return fail(2, error.message, "", command.help(name))
    if (error instanceof MissingError) return fail(2, error.message)
    throw error
  }
}

const start = async ([first, second, ...rest]: ReadonlyArray<string>): Promise<number> => {
  if (first === undefined || isHelp(first)) {
    process.stdout.write(`${list()}\n`)
    return 0
  }
  const two = `${first} ${second}`
  const args = second === undefined ? [] : [second, ...rest]
  exitOnSignals()
  if (Object.hasOwn(commands, two) && commands[two] !== undefined) return run(two, commands[two], rest)
  if (Object.hasOwn(commands, first) && commands[first] !== undefined)
    return run(first, commands[first], args)
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  if (isGroup && isHelp(second)) {
    process.stdout.write(`${list(first)}\n`)
    return 0
  }
  return fail(
    2,
    `There is no command ${isGroup && second !== undefined ? two : first}`,
    "",
    list(isGroup ? first : undefined)
  )
}

process.exit(await start(process.argv.slice(2)))
