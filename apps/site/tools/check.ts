// Checks a built site: links and anchors lead somewhere, and pages load nothing from outside.
import { globSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"

interface Checked {
  readonly files: number
  readonly bytes: number
  /** One for each thing wrong, with its page. */
  readonly complaints: ReadonlyArray<string>
}

const valuesOf = (html: string, pattern: RegExp): ReadonlyArray<string> =>
  [...html.matchAll(pattern)].map(([, value = ""]) => value.replaceAll("&amp;", "&"))

/** What a browser fetches by itself. */
const loaded = /<(?:script|img|iframe|source|link(?! rel="canonical"))\b[^>]*?\s(?:src|href)="([^"]*)"/g
const linked = /<a\b[^>]*?\shref="([^"]*)"/g

/** Checks the files of a folder that is served below a base. */
export const checkSite = (folder: string, base: string): Checked => {
  const paths = globSync("**/*", { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  const known = new Set(paths)
  const html = new Map(
    paths
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")])
  )
  const anchors = new Map(
    [...html].map(([path, text]) => [path, new Set(valuesOf(text, /\s(?:id|name)="([^"]+)"/g))])
  )
  /** The file behind an address, as GitHub Pages serves it. */
  const fileOf = (address: string): string | undefined =>
    [address, `${address}.html`, posix.join(address, "index.html")].find((path) => known.has(path))

  const wrongLink = (from: string, target: string): string | undefined => {
    if (/^(?:https?|mailto):/.test(target)) return undefined
    const [path = "", hash = ""] = target.split("#")
    if (path.startsWith("/") && !path.startsWith(base)) return `${target} is not below ${base}`
    const inside = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(from), path)
    const file = path === "" ? from : fileOf(decodeURIComponent(inside).replace(/^\.$/, "index.html"))
    if (file === undefined) return `${target} is no page`
    const isThere = hash === "" || anchors.get(file)?.has(decodeURIComponent(hash)) !== false
    return isThere ? undefined : `${target} names no anchor of ${file}`
  }

  return {
    files: paths.length,
    bytes: paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0),
    complaints: [...html].flatMap(([path, text]) =>
      [
        ...valuesOf(text, linked).flatMap((target) => wrongLink(path, target) ?? []),
        ...valuesOf(text, loaded)
          .filter((target) => /^(?:\w+:)?\/\//.test(target))
          .map((target) => `loads ${target}`)
      ].map((what) => `${path}: ${what}`)
    )
  }
}
