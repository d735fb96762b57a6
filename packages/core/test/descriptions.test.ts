// Every description of a field reaches the OpenAPI document.
import { assert, it } from "vitest"
import { globSync } from "node:fs"
import { join } from "node:path"
import { document } from "../src/OpenApi.ts"
import type { FieldDescriptions } from "../src/schema/descriptions.ts"

const src = join(import.meta.dirname, "../src")

const isDescriptions = (value: unknown): value is FieldDescriptions =>
  typeof value === "object" && value !== null && "struct" in value && "fields" in value

it("every description of a field is in the document", async () => {
  const text = JSON.stringify(document())
  const modules: ReadonlyArray<object> = await Promise.all(
    globSync("**/descriptions.ts", { cwd: src })
      .filter((file) => file !== "schema/descriptions.ts")
      .map((file) => import(join(src, file)))
  )
  const all = modules.flatMap((module) => Object.values(module).flat()).filter(isDescriptions)
  const descriptions = all.flatMap(({ fields }) => Object.values(fields))
  assert.isAbove(descriptions.length, 60)
  assert.deepStrictEqual(
    descriptions.filter((description) => !text.includes(`"description":${JSON.stringify(description)}`)),
    []
  )
})
