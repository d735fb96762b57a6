// No package imports effect whole: a barrel would bring all of it into every client.
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const root = join(import.meta.dirname, "../../../..")

const barrel = /(?:\bfrom|\bimport)\s*\(?\s*["'](effect(?:\/http|\/http-api|\/sql)?)["']/g

const barrels = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(barrel), ([, name = ""]) => name)

const found = (pattern: string): ReadonlyArray<string> =>
  globSync(pattern, { cwd: root }).flatMap((file) =>
    barrels(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`)
  )

it("sources import effect by subpaths", () => {
  assert.isTrue(existsSync(join(root, "packages/core/src/Client.ts")))
  assert.deepStrictEqual(found("packages/*/src/**/*.ts"), [])
})

it("built packages import effect by subpaths", () => {
  assert.deepStrictEqual(found("packages/*/dist/**/*.{js,d.ts}"), [])
})

it("a barrel is seen in every form", () => {
  const text = [
    'import { Effect } from "effect"',
    "import * as http from 'effect/http'",
    'export type { Layer } from "effect"',
    'await import("effect")',
    'import "effect/http-api"',
    'import * as Effect from "effect/Effect"',
    'import * as HttpClient from "effect/http/HttpClient"'
  ].join("\n")
  assert.deepStrictEqual(barrels(text), ["effect", "effect/http", "effect", "effect", "effect/http-api"])
})
