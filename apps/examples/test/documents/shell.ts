// Runs shell blocks by bash, in a directory of their own, with the project's commands in reach.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { commandNames } from "./command.ts"
import { shellText } from "./literals.ts"
import type { Block } from "./markdown.ts"
import { timeLimit } from "./modules.ts"

/** Where a command is on this machine, or undefined. */
const which = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

/** Commands that a block needs and this machine lacks. */
export const lacking = (code: string): ReadonlyArray<string> =>
  ["bash", ...["curl", "jq"].filter((name) => new RegExp(`\\b${name}\\b`).test(code))].filter(
    (name) => which(name) === undefined
  )

// The status that is expected stands in STATUS; without one it is a success.
const curl = (real: string) => `heads=$(mktemp)
"${real}" -sS --max-time 20 -D "$heads" "$@" || exit
status=$(awk '/^HTTP/ { status = $2 } END { print status }' "$heads")
rm "$heads"
case $status in
  \${STATUS:-2??}) ;;
  *) echo "the answer is $status, not \${STATUS:-2xx}" >&2; exit 1 ;;
esac
`

/** Commands that blocks may call, where this machine has them. */
const others =
  `awk base64 basename bash cat chmod cp cut date dirname echo env false find grep head jq ls mkdir mktemp mv
  openssl printf rm sed seq sh sha256sum shasum sleep sort tail tee test tr true uniq wc`.split(/\s+/)

/** A folder of the commands that blocks may call: there is no other in their path. */
export const layCommands = (place: string): string => {
  const folder = join(place, "commands")
  mkdirSync(folder, { recursive: true })
  const write = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}`, { mode: 0o755 })
  const start = `exec "${process.execPath}"`
  const program = `${start} --conditions=@leadline/source "${join(import.meta.dirname, "command.ts")}"`
  for (const name of commandNames) write(name, `${program} ${name} "$@"\n`)
  // What does not serve needs no second process around it.
  const main = `${start} ${programArguments(serverProgram)
    .map((each) => `"${each}"`)
    .join(" ")} "$@"`
  write("leadline", `case "\${1-}" in\n  "" | serve | -*) ${program} leadline "$@" ;;\nesac\n${main}\n`)
  for (const name of others) {
    const real = which(name)
    if (real !== undefined) write(name, `exec "${real}" "$@"\n`)
  }
  const real = which("curl")
  if (real !== undefined) write("curl", curl(real))
  return folder
}

/** A command whose comment says a status, as `# 404: ...`, expects it. */
const withStatus = (code: string): string =>
  code
    .split("\n")
    .map((line, at, all) => {
      const { 1: status } =
        /#\s*([1-5]\d\d)\b/.exec(line.includes("curl") ? line : "") ??
        /^#\s*([1-5]\d\d)\b/.exec(all[at - 1] ?? "") ??
        []
      return status === undefined ? line : line.replace(/\bcurl\b/, `STATUS=${status} curl`)
    })
    .join("\n")

/** Runs a block; what was wrong, if anything. `only` "read" has bash read it and run nothing. */
export const runShell = (
  block: Block,
  directory: string,
  env: NodeJS.ProcessEnv,
  only?: "read"
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const code = withStatus(shellText(block.code, env["LEADLINE_BASE_URL"] ?? ""))
    const flags = only === "read" ? ["-n"] : ["-eu", "-o", "pipefail"]
    const child = spawn("bash", [...flags, "-c", code], {
      cwd: directory,
      env,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true
    })
    let said = ""
    const timer = setTimeout(() => {
      said += `did not end within ${timeLimit / 1000} s`
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    }, timeLimit)
    child.stderr.on("data", (data: Buffer) => (said += data.toString()))
    child.on("close", (exit) => {
      clearTimeout(timer)
      resolve(
        exit === 0 ? undefined : `exit code ${exit}: ${said.trim().split(/\n+/).slice(0, 4).join(" | ")}`
      )
    })
  })
