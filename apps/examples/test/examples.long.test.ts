// Every example runs to its end against a server of this repository.
import { apiKey, startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Redacted from "effect/Redacted"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"

const folder = join(import.meta.dirname, "../src")
const examplesIn = (name: string) => readdirSync(join(folder, name)).toSorted()
const examples = ["promises", "effect", "testing"].flatMap((name) =>
  examplesIn(name).map((file) => `${name}/${file}`)
)

describe("an example", () => {
  const scope = Scope.makeUnsafe()
  const printed: Array<unknown> = []
  beforeAll(async () => {
    vi.stubEnv("LEADLINE_BASE_URL", await Effect.runPromise(Scope.provide(startServer(), scope)))
    vi.stubEnv("LEADLINE_API_KEY", Redacted.value(apiKey))
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(line))
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    return Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it.each(examples)("%s runs and prints", async (name) => {
    printed.length = 0
    await import(join(folder, name))
    assert.isNotEmpty(printed)
  })
})
