// LEADLINE_ENGINE: which engine answers which resource.
import { assert, describe, it } from "vitest"
import { embedded, parseEngines } from "../../src/settings/engines.ts"

const all = {
  chat: "upstream",
  contextualizedEmbeddings: "upstream",
  decisions: "upstream",
  embeddings: "upstream",
  models: "upstream",
  responses: "upstream",
  search: "upstream",
  asyncChat: "embedded"
}

describe("LEADLINE_ENGINE", () => {
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
