// The benchmarks' one program: a table of commands, each of which reads its own options.
import type { Command } from "./Command.ts"
import { backends } from "./backends/command.ts"
import { client, streams } from "./client/command.ts"
import { nodes } from "./nodes/command.ts"
import { server } from "./server/command.ts"
import { sizes } from "./sizes/command.ts"
import { store } from "./store/command.ts"
import { startup } from "./startup/command.ts"

/** Every command by its name. */
const commands: { readonly [name: string]: Command } = {
  backends,
  client,
  nodes,
  server,
  streams,
  sizes,
  store,
  import: startup
}

const print = (stream: NodeJS.WriteStream, lines: ReadonlyArray<string>): 0 => {
  stream.write(`${lines.join("\n")}\n`)
  return 0
}

const linesOf = (name: string, { options, summary }: Command): ReadonlyArray<string> => [
  `${name.padEnd(10)}${summary}`,
  ...options.map((option) => `          ${option}`)
]

const helpOfAll = [
  "npm run bench -- COMMAND [options]",
  "",
  ...Object.entries(commands).flatMap(([name, command]) => linesOf(name, command)),
  "",
  "npm run bench -- COMMAND --help prints one command's help."
]

/** Runs a command; options that it does not know are said without a stack. */
const run = async (name: string, command: Command, args: ReadonlyArray<string>): Promise<number> => {
  const help = [
    `npm run bench -- ${name} [options]`,
    "",
    ...linesOf(name, command),
    ...(command.details ?? [])
  ]
  if (args.includes("--help")) return print(process.stdout, help)
  try {
    return await command.run(args)
  } catch (error) {
    if (!(error instanceof TypeError && String(Reflect.get(error, "code")).startsWith("ERR_PARSE_ARGS")))
      throw error
    print(process.stderr, [error.message, "", ...help])
    return 2
  }
}

const [name = "", ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command !== undefined) {
  process.exitCode = await run(name, command, rest)
} else if (name === "" || name === "help" || name === "--help") {
  print(process.stdout, helpOfAll)
} else {
  print(process.stderr, helpOfAll)
  process.exitCode = 2
}
