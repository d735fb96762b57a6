// The projects of users that a release is tried in.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { must } from "./command.ts"
import type { Check } from "./lockstep.ts"

/** What was published, and where. */
export interface Release {
  readonly registry: string
  readonly version: string
  readonly packages: ReadonlyArray<string>
}

export interface User {
  readonly name: string
  readonly isShort: boolean
  readonly run: (
    release: Release,
    directory: string
  ) => Promise<{ readonly consumer: string; readonly checks: ReadonlyArray<Check>; readonly millis: number }>
}

const node: User = {
  name: "node",
  isShort: true,
  run: async ({ registry, version }, directory) => {
    const began = performance.now()
    mkdirSync(directory, { recursive: true })
    const dependencies = { "@leadline/core": version, "@leadline/transport-node": version, effect: "^4.1.0" }
    writeFileSync(join(directory, ".npmrc"), `@leadline:registry=${registry}\n`)
    writeFileSync(
      join(directory, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies })
    )
    writeFileSync(
      join(directory, "use.js"),
      `import { createClient } from "@leadline/transport-node"\nconsole.log(typeof createClient)\n`
    )
    await must("npm", ["install", "--prefer-offline"], directory)
    const said = (await must("node", ["use.js"], directory)).trim()
    return {
      consumer: "node",
      checks: [{ name: "a client can be made", ok: said === "function", detail: said }],
      millis: performance.now() - began
    }
  }
}

interface Users {
  readonly consumers: ReadonlyArray<User>
  readonly endServices: () => Promise<void>
}

/** All of them. */
export const load = async (): Promise<Users> => {
  const path = new URL("consumers/index.ts", import.meta.url)
  return existsSync(path)
    ? ((await import(path.href)) as Users)
    : { consumers: [node], endServices: () => Promise.resolve() }
}
