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

const help = [
  "npm run bench -- COMMAND [options]",
  "",
  ...Object.entries(commands).flatMap(([name, command]) => [
    `${name.padEnd(10)}${command.summary}`,
    ...command.options.map((option) => `          ${option}`)
  ])
].join("\n")

const [name = "", ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) {
  const asked = name === "" || name === "help" || name === "--help"
  process.exitCode = asked ? 0 : 2
  ;(asked ? process.stdout : process.stderr).write(`${help}\n`)
} else {
  process.exitCode = await command.run(rest)
}
