// Starts the demo: installs what it needs, builds the page, serves it on the runtime that is asked for.
// The runtime is a word after the command, else the one that runs the script: node, deno or bun. Needs Node and npm.
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { root, run } from "../../../tools/run.mjs"
import { commandsAt } from "./commands.mjs"

const home = join(import.meta.dirname, "..")
const source = "--conditions=@leadline/source"
const { HOST = "127.0.0.1", PORT = "8000", PATH } = process.env

const commands = commandsAt({ hostname: HOST, port: PORT })

/** Beside node, runtimes come with the tests' packages; without these, with the machine. */
const env = {
  PATH: ["packages/runtimes/node_modules/.bin", "node_modules/.bin"]
    .map((folder) => join(root, folder) + delimiter)
    .join("")
    .concat(PATH)
}

const isThere = (command) =>
  env.PATH.split(delimiter).some((folder) =>
    ["", ".exe", ".cmd"].some((ending) => existsSync(join(folder, command + ending)))
  )

const caller = /^(?:bun|deno)(?=\/)/.exec(process.env.npm_config_user_agent ?? "")?.[0]
const [asked = caller ?? "node"] = process.argv.slice(2)

/** Each step only after the one before it; the exit code of the first that fails. */
const steps = async (...all) => {
  for (const [command, args, options] of all) {
    const code = await run(command, args, options)
    if (code !== 0) return code
  }
  return 0
}

const start = async () => {
  const [command, ...args] = commands[asked]
  const tool = (name) => ["node", [source, join(home, "tools", name)]]
  const code = await steps(["node", [join(root, "tools/install.mjs"), "--demo"]], tool("build.ts"))
  if (code !== 0) return code
  if (!isThere(command)) {
    console.error(`${command} is not installed. npm run setup brings it.`)
    return 1
  }
  const bundle = asked === "workerd" ? [tool("worker.ts")] : []
  return steps(...bundle, [command, args, { cwd: home, env }])
}

if (Object.hasOwn(commands, asked)) process.exitCode = await start()
else {
  console.error(`${asked}: no such runtime. There are ${Object.keys(commands).join(", ")}.`)
  process.exitCode = 2
}
