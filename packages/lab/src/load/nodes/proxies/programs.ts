// Starts nginx and Caddy, where the machine has them, by the configuration of the guide: other addresses, no certificate.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { newFolder, pause, removeFolder } from "../../../processes.ts"
import { start } from "../../../runningProgram.ts"
import { root } from "../../serverNode.ts"

/** Ports of a proxy and of the three nodes behind it. */
export interface Ports {
  readonly proxy: number
  readonly nodes: ReadonlyArray<number>
}

const guide = readFileSync(join(root, "docs/guides/several-nodes.md"), "utf8")

/** The one block of code in a language. */
const block = (language: string): string => {
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1]
  if (found === undefined) throw new Error(`The guide has no block of ${language}`)
  return found
}

/** Replaces every occurrence; fails when there is none. */
const replace = (text: string, what: RegExp, by: string): string => {
  if (!what.test(text)) throw new Error(`The guide's configuration has no ${what.source}`)
  return text.replaceAll(new RegExp(what.source, "gm"), by)
}

const withNodes = (text: string, { nodes }: Ports): string =>
  nodes.reduce(
    (done, port, index) => replace(done, new RegExp(`10\\.0\\.0\\.${index + 1}:8080`), `127.0.0.1:${port}`),
    text
  )

/** nginx.conf with the blocks of the guide; `folder` is for its files. */
export const nginxConfiguration = (ports: Ports, folder: string): string => {
  const listening = replace(withNodes(block("nginx"), ports), /listen 443 ssl;/, `listen ${ports.proxy};`)
  const blocks = replace(listening, /^ *ssl_certificate.*$/m, "")
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder};`
  )
  return `pid ${folder}/nginx.pid;
error_log stderr warn;
daemon off;
events {}
http {
access_log off;
${temporary.join("\n")}
${blocks}
}
`
}

/** The Caddyfile of the guide. */
export const caddyConfiguration = (ports: Ports): string =>
  `{
  admin off
  auto_https off
}
${replace(withNodes(block("caddyfile"), ports), /^leadline\.example/m, `http://:${ports.proxy}`)}`

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
  const { child, end, output } = start([program, ...args], { cwd: folder, env })
  const listens = () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      async ({ body, status }) => {
        await body?.cancel()
        return status === 404
      },
      () => false
    )
  while (!(await listens())) {
    if (child.exitCode !== null) throw new Error(output.stderr)
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
