// The program behind the commands that a shell block may call: they are checked here, or really run.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { root } from "./list.ts"

const conditions = "--conditions=@leadline/source"
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

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
const folders = () =>
  [".", ...globSync("{packages,apps}/*/", { cwd: root })].filter((folder) =>
    existsSync(join(root, folder, "package.json"))
  )

const refuse = (why: string): never => {
  console.error(why)
  process.exit(1)
}

const through = (command: string, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: "inherit" }).on("close", (code) => resolve(code ?? 1))
  })

/** Starts the server on a free port and ends it when it answers. */
const serve = (args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve) => {
    const free = args.map((arg, at) =>
      args[at - 1] === "--port" ? "0" : arg.replace(/^--port=.*/, "--port=0")
    )
    const child = spawn(process.execPath, [...leadlineArguments, ...free], {
      env: {
        // A few documents: it is stopped before anyone searches.
        LEADLINE_DOCUMENTS: import.meta.dirname,
        ...process.env,
        PORT: "0",
        LEADLINE_ADMIN_PORT: process.env["LEADLINE_ADMIN_PORT"] ? "0" : ""
      },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let said = ""
    child.stdout.on("data", (data: Buffer) => {
      said += data.toString()
      if (said.includes("Leadline answers on")) child.kill("SIGTERM")
    })
    child.on("close", (code) => resolve(said.includes("Leadline answers on") ? 0 : (code ?? 1)))
  })

const leadline = (args: ReadonlyArray<string>) => {
  const [command] = args
  const serving = command === undefined || command === "serve" || !/^\w/.test(command)
  return serving && !args.some((arg) => /^(--help|-h|--version|-v|--completions)$/.test(arg))
    ? serve(args)
    : through(process.execPath, [...leadlineArguments, ...args])
}

const script = (name: string, args: ReadonlyArray<string>) => {
  if (name === "leadline") return leadline(args)
  const workspace = args.find((arg) => arg.startsWith("--workspace="))?.slice(12)
  const known = folders()
    .map(manifest)
    .filter((each) => workspace === undefined || each.name === workspace)
  return known[0]?.scripts?.[name] !== undefined ? 0 : refuse(`no script "${name}" in package.json`)
}

const installable = (spec: string) => {
  const name = spec.replace(/^npm:/, "").replace(/(?<=.)@.*$/, "")
  const found = folders().map(manifest)
  const own = found.find((each) => each.name === name)
  if (own !== undefined) return own.private === true ? `${name} is private` : undefined
  if (name.startsWith("@leadline/")) return `no package ${name} here`
  const depended = found.some((each) =>
    Object.hasOwn({ ...each.dependencies, ...each.devDependencies, ...each.peerDependencies }, name)
  )
  return depended ? undefined : `${name} is no dependency of this workspace`
}

const install = (args: ReadonlyArray<string>) => {
  const wrong = args.filter((arg) => !arg.startsWith("-")).flatMap((spec) => installable(spec) ?? [])
  return wrong.length === 0 ? 0 : refuse(wrong.join("; "))
}

const npm = (args: ReadonlyArray<string>) => {
  const [command = "", ...rest] = args.filter((arg) => !/^(-s|--silent)$/.test(arg))
  const after = rest[0] === "--" ? rest.slice(1) : rest
  if (command === "start") return leadline(after)
  if (command === "test" || command === "t") {
    const missing = after.filter((path) => !existsSync(join(root, path)))
    return missing.length === 0 ? 0 : refuse(`no such path: ${missing.join(", ")}`)
  }
  if (command === "run") {
    const [name = "", ...others] = rest
    return script(name, others[0] === "--" ? others.slice(1) : others)
  }
  if (["install", "i", "add", "ci"].includes(command)) return install(rest)
  if (folders().map(manifest)[0]?.scripts?.[command] !== undefined) return script(command, after)
  return refuse(`"${command}" is not checked here: mark the block`)
}

const npx = (args: ReadonlyArray<string>) => {
  if (args[0] === "@leadline/server") return leadline(args.slice(1))
  const [name = ""] = args.filter((arg) => !arg.startsWith("-"))
  if (!existsSync(join(root, "node_modules/.bin", name)))
    return refuse(`no command "${name}" in this workspace`)
  if (name === "pnpm") return npm(args.slice(args.indexOf("pnpm") + 1))
  return 0
}

/** A program of this repository is run from its source, wherever the reader stands. */
const node = (args: ReadonlyArray<string>) => {
  const at = args.findIndex((arg) => !arg.startsWith("-"))
  const program = args[at]
  if (program === undefined || existsSync(program) || isAbsolute(program)) {
    return through(process.execPath, [conditions, ...args])
  }
  const source = program.replace("/dist/", "/src/").replace(/\.js$/, ".ts")
  const found = [program, source].map((each) => join(root, each)).find((each) => existsSync(each))
  if (found === undefined) return refuse(`no file ${program}`)
  return found === main ? leadline(args.slice(at + 1)) : 0
}

const commands: Record<string, (args: ReadonlyArray<string>) => number | Promise<number>> = {
  leadline,
  npm,
  npx,
  node,
  pnpm: npm,
  yarn: npm,
  bun: npm,
  deno: npm
}

/** What shims are made for. */
export const commandNames: ReadonlyArray<string> = Object.keys(commands)

if (import.meta.main) {
  const [name = "", ...args] = process.argv.slice(2)
  process.exitCode = await commands[name]?.(args)
}
