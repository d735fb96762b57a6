// Starts nginx and Caddy, where the machine has them.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { newFolder, pause, removeFolder, startProgram } from "../../../processes.ts"
import { caddyConfiguration, nginxConfiguration, type Ports } from "./configuration.ts"

/** A proxy that can be run. */
export interface ProxyProgram {
  readonly name: string
  /** As the program says it. */
  readonly version: string
  /** Starts it; resolves when it listens. Gives what ends it. */
  readonly start: (ports: Ports) => Promise<() => Promise<void>>
}

const versionOf = (program: string, args: ReadonlyArray<string>): string | undefined => {
  try {
    // nginx writes it to standard error.
    const text = execFileSync("sh", ["-c", `"$0" "$@" 2>&1`, program, ...args], { encoding: "utf8" })
    return /\d+\.\d+\.\d+/.exec(text)?.[0]
  } catch {
    return undefined
  }
}

const run = async (program: string, args: ReadonlyArray<string>, folder: string, port: number) => {
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder }
  const { child, end, lastWords } = startProgram(args, { command: program, cwd: folder, env })
  const listens = () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      async ({ body, status }) => {
        await body?.cancel()
        return status === 404
      },
      () => false
    )
  while (!(await listens())) {
    if (child.exitCode !== null) throw new Error(lastWords())
    await pause(50)
  }
  return async () => {
    await end("SIGTERM")
    removeFolder(folder)
  }
}

const nginx = process.env["NGINX_BIN"] ?? "nginx"
const caddy = process.env["CADDY_BIN"] ?? "caddy"

const programs: ReadonlyArray<Omit<ProxyProgram, "version"> & { readonly version: string | undefined }> = [
  {
    name: "nginx",
    version: versionOf(nginx, ["-v"]),
    start: (ports) => {
      const folder = newFolder()
      const file = join(folder, "nginx.conf")
      writeFileSync(file, nginxConfiguration(ports, folder))
      return run(nginx, ["-p", folder, "-e", "stderr", "-c", file], folder, ports.proxy)
    }
  },
  {
    name: "Caddy",
    version: versionOf(caddy, ["version"]),
    start: (ports) => {
      const folder = newFolder()
      const file = join(folder, "Caddyfile")
      writeFileSync(file, caddyConfiguration(ports))
      return run(caddy, ["run", "--config", file, "--adapter", "caddyfile"], folder, ports.proxy)
    }
  }
]

/** The proxies of this machine, and a line for each that it has not. */
export const foundPrograms = (): {
  readonly found: ReadonlyArray<ProxyProgram>
  readonly missing: ReadonlyArray<string>
} => ({
  found: programs.flatMap(({ version, ...rest }) => (version === undefined ? [] : [{ ...rest, version }])),
  missing: programs
    .filter(({ version }) => version === undefined)
    .map(({ name }) => `${name}: left out, there is none. Name it in ${name.toUpperCase()}_BIN`)
})
