// The program behind the commands that a shell block may call: they are checked here, or really run.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { bareEnvironment } from "../../../../packages/lab/src/processes.ts"
import { start } from "../../../../packages/lab/src/runningProgram.ts"
import { root } from "./list.ts"

const main = join(root, serverProgram)
const leadlineArguments = programArguments(serverProgram)

interface Manifest {
  readonly name?: string
  readonly private?: boolean
  readonly scripts?: Record<string, string>
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const manifests = () =>
  globSync("{package.json,{packages,apps}/*/package.json}", { cwd: root }).map((path): Manifest =>
    JSON.parse(readFileSync(join(root, path), "utf8"))
  )

const refuse = (why: string): never => {
  console.error(why)
  process.exit(1)
}

const through = (args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: "inherit" }).on("close", (code) => resolve(code ?? 1))
  })

/** Starts the server on a free port and ends it when it answers. */
const serve = async (args: ReadonlyArray<string>): Promise<number> => {
  const free = args.map((arg, at) =>
    args[at - 1] === "--port" ? "0" : arg.replace(/^--port=.*/, "--port=0")
  )
  const server = start([process.execPath, ...leadlineArguments, ...free], {
    env: {
      // A few documents: it is stopped before anyone searches.
      LEADLINE_DOCUMENTS: import.meta.dirname,
      ...bareEnvironment(),
      ...process.env,
      PORT: "0",
      LEADLINE_ADMIN_PORT: process.env["LEADLINE_ADMIN_PORT"] ? "0" : ""
    },
    onError: (text) => process.stderr.write(text)
  })
  await server.said(/Leadline answers on/)
  await server.end()
  return 0
}

const leadline = (args: ReadonlyArray<string>) => {
  const [command] = args
  const serving = command === undefined || command === "serve" || !/^\w/.test(command)
  return serving && !args.some((arg) => /^(--help|-h|--version|-v|--completions)$/.test(arg))
    ? serve(args)
    : through([...leadlineArguments, ...args])
}

const script = (name: string, args: ReadonlyArray<string>) => {
  if (name === "leadline") return leadline(args)
  const known = manifests().find((each) => each.name === "leadline")
  return known?.scripts?.[name] !== undefined ? 0 : refuse(`no script "${name}" in package.json`)
}

/** Our own packages, and what some of them depend on. */
const install = (args: ReadonlyArray<string>) => {
  const all = manifests()
  for (const spec of args.filter((arg) => !arg.startsWith("-"))) {
    const name = spec.replace(/^npm:/, "").replace(/(?<=.)@.*$/, "")
    const isKnown = all.some((each) => {
      const dependencies = { ...each.dependencies, ...each.devDependencies, ...each.peerDependencies }
      return each.name === name ? each.private !== true : Object.hasOwn(dependencies, name)
    })
    if (!isKnown) refuse(`${name} is no public package of this workspace, and no dependency of one`)
  }
  return 0
}

const npm = (args: ReadonlyArray<string>) => {
  const [command = "", ...rest] = args.filter((arg) => !/^(-s|--silent)$/.test(arg))
  const after = rest.filter((arg, at) => arg !== "--" || at > 1)
  if (command === "start") return leadline(after)
  if (command === "install") return install(rest)
  if (command === "test") {
    const missing = after.filter((path) => !existsSync(join(root, path)))
    return missing.length === 0 ? 0 : refuse(`no such path: ${missing.join(", ")}`)
  }
  return command === "run" ? script(after[0] ?? "", after.slice(1)) : script(command, after)
}

const npx = (args: ReadonlyArray<string>) => {
  if (args[0] === "@leadline/server") return leadline(args.slice(1))
  const [name = ""] = args.filter((arg) => !arg.startsWith("-"))
  return existsSync(join(root, "node_modules/.bin", name))
    ? 0
    : refuse(`no command "${name}" in this workspace`)
}

/** A program of this repository is run from its source, wherever the reader stands. */
const node = (args: ReadonlyArray<string>) => {
  const at = args.findIndex((arg) => !arg.startsWith("-"))
  const program = args[at]
  if (program === undefined || existsSync(program) || isAbsolute(program))
    return through(["--conditions=@leadline/source", ...args])
  const source = program.replace("/dist/", "/src/").replace(/\.js$/, ".ts")
  const found = [program, source].map((each) => join(root, each)).find((each) => existsSync(each))
  if (found === undefined) return refuse(`no file ${program}`)
  return found === main ? leadline(args.slice(at + 1)) : 0
}

const commands: Record<string, (args: ReadonlyArray<string>) => number | Promise<number>> = {
  leadline,
  npm,
  npx,
  node
}

/** What shims are made for. */
export const commandNames: ReadonlyArray<string> = Object.keys(commands)

if (import.meta.main) {
  const [name = "", ...args] = process.argv.slice(2)
  process.exitCode = await commands[name]?.(args)
}
