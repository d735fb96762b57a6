// The one program of the laboratory: `npm run lab -- NAME [options]`. It loads the command that it runs, and no other.
import { type Command, UsageError } from "./command.ts"
import { exitOnSignals } from "./processes.ts"

type Load = () => Promise<{ readonly command: Command }>

/** Every command by its name, of one or two words: a line for the list, and its module. */
const commands: { readonly [name: string]: readonly [summary: string, load: Load] } = {
  "bench client": ["calls and streams beside other clients", () => import("./benchmarks/client/command.ts")],
  "bench server": ["whole servers, beside Fastify", () => import("./benchmarks/server/command.ts")],
  "bench import": ["a cold import of the packages", () => import("./benchmarks/startup/command.ts")],
  eval: ["how often the embedded engine decides right", () => import("./evaluation/command.ts")],
  promise: ["how often policies break their promise", () => import("./promise/command.ts")],
  places: ["files that name a resource, operation or setting", () => import("./places/command.ts")],
  files: ["files that run for a warm call and request", () => import("./benchmarks/files/command.ts")],
  sizes: ["bytes of bundles; writes docs/sizes.md", () => import("./benchmarks/sizes/command.ts")],
  neighbours: ["a calm key group beside hostile ones", () => import("./load/neighbours/command.ts")],
  chaos: ["three nodes killed, paused and cut off under load", () => import("./load/chaos/command.ts")],
  update: ["servers replaced by a newer version under load", () => import("./load/rollingUpdate.ts")],
  threats: ["attacks over raw sockets, on every Node", () => import("./threats/command.ts")],
  stress: ["the tests again and again beside busy loops", () => import("./stress/command.ts")],
  mutations: ["faults put into the sources, for tests to find", () => import("./mutations/command.ts")],
  release: ["a rehearsal: a registry, and projects of users", () => import("./release/command.ts")],
  runtimes: ["one release and its users: release --once", () => import("./runtimes/command.ts")]
}

const list = [
  "npm run lab -- NAME [options]",
  "",
  ...Object.entries(commands).map(([name, [summary]]) => `  ${name.padEnd(14)}  ${summary}`),
  "",
  "npm run lab -- NAME --help prints one command's help."
].join("\n")

const isHelp = (word: string): boolean => word === "--help" || word === "-h"

/** Runs a command; gives the exit code. */
const run = async (words: ReadonlyArray<string>): Promise<number> => {
  const name = Object.keys(commands).find((each) => `${words.join(" ")} `.startsWith(`${each} `))
  const [, load] = commands[name ?? ""] ?? []
  if (name === undefined || load === undefined) {
    console.log(list)
    return words.every(isHelp) ? 0 : 2
  }
  const { command } = await load()
  const args = words.slice(name.split(" ").length)
  if (args.some(isHelp)) {
    console.log(command.help(name))
    return 0
  }
  exitOnSignals()
  try {
    const faults = await command.run(args)
    for (const fault of faults) console.error(fault)
    return faults.length === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\nSee: npm run lab -- ${name} --help`)
    return 2
  }
}

process.exit(await run(process.argv.slice(2)))
