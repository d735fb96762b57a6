// No package imports effect whole.
import { assert, it } from "vitest"
import { barrelsIn, barrelsOf } from "./barrels.ts"

it("sources import effect by subpaths", () => {
  const { barrels, files } = barrelsIn("packages/*/src/**/*.ts")
  assert.isAbove(files, 0)
  assert.deepStrictEqual(barrels, [])
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
  assert.deepStrictEqual(barrelsOf(text), ["effect", "effect/http", "effect", "effect", "effect/http-api"])
})
