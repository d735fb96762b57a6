// Every description of a field reaches the OpenAPI document.
import { assert, it } from "vitest"
import { globSync } from "node:fs"
import { join } from "node:path"
import { document } from "../src/OpenApi.ts"
import type { FieldDescriptions } from "../src/schema/descriptions.ts"

const src = join(import.meta.dirname, "../src")

const isWords = (value: unknown): value is FieldDescriptions =>
  typeof value === "object" && value !== null && "struct" in value && "fields" in value

it("every description of a field is in the document", async () => {
  const text = JSON.stringify(document())
  const modules: ReadonlyArray<object> = await Promise.all(
    globSync("*/**/words.ts", { cwd: src })
      .filter((file) => file !== "shared/words.ts")
      .map((file) => import(join(src, file)))
  )
  const all = modules.flatMap((module) => Object.values(module).flat()).filter(isWords)
  const said = all.flatMap(({ fields }) => Object.values(fields))
  assert.isAbove(said.length, 60)
  assert.deepStrictEqual(
    said.filter((description) => !text.includes(`"description":${JSON.stringify(description)}`)),
    []
  )
})
