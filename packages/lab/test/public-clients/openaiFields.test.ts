// Every field of the requests of openai 7.57.0 is known: mapped, ignored with a notice, or refused.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { openaiFields } from "@leadline/core/internal"
import { assert, it } from "vitest"

const types = join(dirname(createRequire(import.meta.url).resolve("openai")), "resources")

/** The fields of an interface of the client, by its declaration. */
const fieldsOf = (file: string, name: string): ReadonlyArray<string> => {
  const [, body = ""] =
    new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, "ms").exec(
      readFileSync(join(types, file), "utf8")
    ) ?? []
  return Array.from(body.matchAll(/^ {4}(\w+)\??:/gm), ([, field = ""]) => field)
}

const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/openai-clients.md"), "utf8")

it.each([
  ["chat", "chat/completions/completions.d.ts", "ChatCompletionCreateParamsBase", 30],
  ["responses", "responses/responses.d.ts", "ResponseCreateParamsBase", 25],
  ["embeddings", "embeddings.d.ts", "EmbeddingCreateParams", 5]
] as const)("of %s", (operation, file, name, least) => {
  const fields = fieldsOf(file, name)
  const table = (guide.match(new RegExp(`^\\| ${operation} .*$`, "gm")) ?? []).join("\n")
  assert.isAtLeast(fields.length, least)
  for (const field of Object.keys(openaiFields[operation])) assert.include(table, `\`${field}\``)
  assert.deepEqual(
    fields.filter((field) => !Object.hasOwn(openaiFields[operation], field)),
    []
  )
})
