// Starts the demo: installs what it needs, builds the page, serves it on the runtime that is asked for.
// The first argument names the runtime: node, deno, bun or workerd. Default: the one that runs the script. Needs Node and npm.
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { root, run } from "../../../tools/run.mjs"
import { commandsAt, searchPath } from "./runtimes.mjs"

const home = join(import.meta.dirname, "..")
const source = "--conditions=@leadline/source"
const { HOST = "127.0.0.1", PORT = "8000" } = process.env

const commands = commandsAt({ hostname: HOST, port: PORT })

const env = { PATH: searchPath }

const isInstalled = (command) =>
  searchPath
    .split(delimiter)
    .some((folder) => ["", ".exe", ".cmd"].some((ending) => existsSync(join(folder, command + ending))))

const caller = /^(?:bun|deno)(?=\/)/.exec(process.env.npm_config_user_agent ?? "")?.[0]
const [runtime = caller ?? "node"] = process.argv.slice(2)

/** Runs steps in order: the exit code of the first that fails, else 0. */
const steps = async (...all) => {
  for (const [command, args, options] of all) {
    const code = await run(command, args, options)
    if (code !== 0) return code
  }
  return 0
}

/** Prints that the demo is ready, for a runtime that does not print it. */
const announce = async () => {
  const url = `http://${HOST}:${PORT}/`
  const isOpen = () =>
    fetch(url).then(
      () => true,
      () => false
    )
  while (!(await isOpen())) await setTimeout(100, undefined, { ref: false })
  console.log(`The demo is open: ${url}`)
}

const start = async () => {
  const [command, ...args] = commands[runtime]
  const tool = (name) => ["node", [source, join(home, "tools", name)]]
  const code = await steps(["node", [join(root, "tools/install.mjs"), "--demo"]], tool("build.ts"))
  if (code !== 0) return code
  if (!isInstalled(command)) {
    console.error(`${command} is not installed. npm run setup brings it.`)
    return 1
  }
  const serve = [command, args, { cwd: home, env }]
  if (runtime !== "workerd") return steps(serve)
  const bundled = await steps(tool("worker.ts"))
  if (bundled !== 0) return bundled
  void announce()
  return steps(serve)
}

if (Object.hasOwn(commands, runtime)) process.exitCode = await start()
else {
  console.error(`${runtime}: no such runtime. There are ${Object.keys(commands).join(", ")}.`)
  process.exitCode = 2
}
