// A registry on this machine: stores the packages of the project in a directory, and proxies all others to the registry
// that npm is configured with.
import type { Server } from "node:http"
import { join } from "node:path"
import { runServer } from "verdaccio"
import { listenOn } from "../ports.ts"
import { Failure } from "../runningProgram.ts"
import { must } from "./processes.ts"

/** What a registry says about a package. */
interface Packument {
  readonly "dist-tags": Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, object>>
}

export interface Registry {
  readonly url: string
  /** Settings of npm and pnpm that use this registry for everything, with a dummy token. */
  readonly npmrc: string
  /** The packument of a package, or undefined if there is none of that name. */
  readonly packument: (name: string) => Promise<Packument | undefined>
}

/** Starts it. Its files are in the directory; it stores packages of `scope` itself, and ends with this process. */
export const startRegistry = async (directory: string, scope: string): Promise<Registry> => {
  const elsewhere = (await must("npm", ["config", "get", "registry"], directory)).trim()
  const server: Server = await runServer({
    configPath: join(directory, "config.yaml"),
    storage: join(directory, "storage"),
    auth: { htpasswd: { file: join(directory, "htpasswd"), max_users: -1 } },
    uplinks: { configured: { url: elsewhere, timeout: "60s", maxage: "1h" } },
    packages: {
      [`${scope}/*`]: { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "configured" }
    },
    publish: { allow_offline: true },
    web: { enable: false },
    max_body_size: "50mb",
    log: { type: "file", path: join(directory, "log.txt"), level: "warn" }
  })
  const port = await listenOn(server)
  const url = `http://127.0.0.1:${port}/`
  return {
    url,
    npmrc: `registry=${url}\n${scope}:registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`,
    packument: async (name) => {
      const response = await fetch(url + name.replace("/", "%2f"))
      if (response.status === 404) return undefined
      if (!response.ok) throw new Failure(`${name}: the local registry answers ${response.status}`)
      return (await response.json()) as Packument
    }
  }
}
