// Splits messages of the conversation into passages.
import type { CooperativeTask } from "../../scheduling/timeSlicer.ts"
import type { Passage } from "../passages.ts"
import { readPassages } from "../passages.ts"

/** Characters of a part, at most. */
const partLength = 8_000

/** Splits a long text into parts, at line ends where possible. */
function* splitAtLines(text: string): Generator<string, void> {
  for (let start = 0; start < text.length;) {
    const line = text.slice(start, start + partLength + 1).lastIndexOf("\n")
    const end = text.length - start <= partLength ? text.length : start + (line > 0 ? line + 1 : partLength)
    yield text.slice(start, end)
    start = end
  }
}

/** The first `most` passages of texts. Default: all. */
export const readTextPassages = function* (
  texts: ReadonlyArray<string>,
  most = Number.POSITIVE_INFINITY
): CooperativeTask<ReadonlyArray<Passage>> {
  const passages: Array<Passage> = []
  for (const text of texts) {
    yield 0.25
    for (const part of splitAtLines(text)) {
      for (const passage of yield* readPassages(0, part, most - passages.length))
        passages.push({ ...passage, order: passages.length })
      if (passages.length >= most) return passages
    }
  }
  return passages
}
