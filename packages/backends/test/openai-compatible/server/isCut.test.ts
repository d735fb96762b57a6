// A prompt that a server cut has fewer tokens than its text can have, or as many as the context.
import { assert, describe, it } from "vitest"
import { charactersOf, isCut } from "../../../src/openai-compatible/server/isCut.ts"

describe("isCut", () => {
  it.each([
    ["five characters a token", 10_000, 2_000, undefined, false],
    ["nine characters a token", 10_000, 1_111, undefined, true],
    ["a short text", 1_000, 10, undefined, false],
    ["as many tokens as the context", 10_000, 4_096, 4_096, true],
    ["one less", 10_000, 4_095, 4_096, false],
    ["a server that does not count", 10_000, undefined, 4_096, false]
  ] as const)("%s", (_name, characters, tokens, contextTokens, wanted) => {
    assert.strictEqual(isCut(characters, tokens, contextTokens), wanted)
  })

  it("runs of one character are few tokens", () => {
    assert.strictEqual(charactersOf(`a${" ".repeat(1000)}b${"=".repeat(80)}`), 8)
    assert.strictEqual(charactersOf("aaa bbb"), 7)
  })
})
