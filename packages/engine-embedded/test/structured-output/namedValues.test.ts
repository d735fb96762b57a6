// Short texts that a sentence names for a field.
import { assert, describe, it } from "@effect/vitest"
import { readPassagesSync } from "../../src/question-answering/passages.ts"
import { fieldWords } from "../../src/structured-output/fieldEvidence.ts"
import { findNamed } from "../../src/structured-output/namedValues.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { wordVectors } from "../support/wordVectors.ts"

const lexicon = makeLexicon(wordVectors)

const named = (name: string, text: string): ReadonlyArray<string> => {
  const field = { key: name, name, description: name, details: "", stems: new Set<string>() }
  return readPassagesSync(1, text).flatMap((passage) =>
    findNamed(passage, field, "other", fieldWords(lexicon, field, "other")).map(({ value }) => value)
  )
}

describe("a text named for a field", () => {
  it("follows its word", () => {
    assert.deepEqual(named("keeper", "The keeper is Anne Le Goff."), ["Anne Le Goff"])
    assert.deepEqual(named("guest", "Can you book the guest Anna Berg in?"), ["Anna Berg"])
  })

  it("is not what a question is about", () => {
    for (const [name, text] of [
      ["height", "How tall is the Eiffel Tower?"],
      ["mayor", "Who is the mayor of Springfield?"],
      ["capital", "What is the capital of France?"],
      ["head office", "Where is the head office of Acme Corp?"],
      ["river", "Which river is the longest in Africa?"]
    ] as const)
      assert.deepEqual(named(name, text), [], text)
  })

  it("is not what it belongs to", () => {
    assert.notInclude(named("mayor", "The mayor of Springfield is Ann Lee."), "Springfield")
    assert.notInclude(named("author", "The author of Hamlet lived in Stratford."), "Hamlet")
  })
})
