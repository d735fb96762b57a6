// Install scripts of dependencies: only known ones, and none in what users install.
import { nameOf } from "./lockfile.ts"
import type { Manifest } from "../../packages/lab/src/release/manifest.ts"

const atInstall = ["preinstall", "install", "postinstall"]

export const hasInstallScript = ({ gypfile, scripts = {} }: Manifest): boolean =>
  gypfile === true || atInstall.some((script) => Object.hasOwn(scripts, script))

/**
 * Complaints about undecided scripts, decisions that nothing needs, and scripts in what users and servers install.
 * `elsewhere`: names of packages for other platforms, whose scripts cannot be inspected here.
 */
export const installScripts = (
  installed: ReadonlyMap<string, Manifest>,
  allowed: Readonly<Record<string, boolean>>,
  published: ReadonlySet<string>,
  elsewhere: ReadonlySet<string> = new Set()
): ReadonlyArray<string> => {
  const scripted = [...installed].filter(([, manifest]) => hasInstallScript(manifest)).map(([key]) => key)
  const names = new Set(scripted.map(nameOf))
  return [
    ...scripted
      .filter((key) => !Object.hasOwn(allowed, nameOf(key)))
      .map((key) => `${key} has an install script: allowBuilds does not name it`),
    ...Object.keys(allowed)
      .filter((name) => !names.has(name) && !elsewhere.has(name))
      .map((name) => `allowBuilds names ${name}, which has no install script`),
    ...scripted
      .filter((key) => published.has(key))
      .map((key) => `${key} has an install script and comes with a published package or the server`)
  ]
}
