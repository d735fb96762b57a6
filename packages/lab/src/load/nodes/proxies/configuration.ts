// The configuration files of the guide, as they run on this machine: other addresses, no certificate.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../checkout.ts"

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
