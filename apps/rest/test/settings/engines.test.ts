// LEADLINE_ENGINE: which engine answers which resource.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { embedded, parseEngines } from "../../src/settings/engines.ts"

const all = {
  ...Object.fromEntries(Object.keys(embedded).map((resource) => [resource, "upstream"])),
  asyncChat: "embedded"
}

describe("LEADLINE_ENGINE: apps/rest/src/settings/engines.ts", () => {
  it.each([
    ["embedded", embedded],
    ["upstream", all],
    ["upstream,search=embedded", { ...all, search: "embedded" }],
    ["upstream, async-chat=upstream", { ...all, asyncChat: "upstream" }],
    ["decisions=upstream", { ...embedded, decisions: "upstream" }],
    ["contextualized-embeddings=upstream", { ...embedded, contextualizedEmbeddings: "upstream" }],
    ["search=embedded,chat=upstream", { ...embedded, chat: "upstream" }],
    ["openai", { ...embedded, chat: "openai", decisions: "openai", responses: "openai" }],
    [
      "openai,embeddings=openai,search=upstream",
      {
        ...embedded,
        chat: "openai",
        decisions: "openai",
        responses: "openai",
        embeddings: "openai",
        search: "upstream"
      }
    ],
    ["search=openai", undefined],
    ["async-chat=openai", undefined],
    ["cloud", undefined]
  ] as const)("%s", (text, engines) => {
    assert.deepStrictEqual<unknown>(parseEngines(text), engines)
  })
})

it("docs/engines.md names every resource as the setting does", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/engines.md"), "utf8")
  const [, groups = ""] = /^Groups are (.*)$/m.exec(guide) ?? []
  const names = Object.keys(embedded).map((resource) =>
    resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  )
  assert.deepEqual(
    names.filter((name) => !groups.includes(`\`${name}\``)),
    []
  )
})
