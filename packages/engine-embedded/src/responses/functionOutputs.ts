// Answers from the output of the caller's functions.
import { composeAnswer } from "../question-answering/compose.ts"
import { readTextPassages } from "../question-answering/conversation/conversationPassages.ts"
import type { Findings } from "../question-answering/findings.ts"
import { dropMiddle } from "../question-answering/question.ts"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import { selectPassages } from "../question-answering/selectPassages.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"

/** Lines of function output that are quoted completely, at most. */
const maxLines = 12

/** The first non-empty lines of texts: `maxLines` and one more. */
const firstLines = function* (texts: ReadonlyArray<string>): CooperativeTask<ReadonlyArray<string>> {
  const lines: Array<string> = []
  for (const text of texts) {
    for (let start = 0; start <= text.length && lines.length <= maxLines;) {
      const next = text.indexOf("\n", start)
      const end = next < 0 ? text.length : next
      const line = text.slice(start, end)
      if (line.trim() !== "") lines.push(line)
      yield 0.5 + line.length / 1_024
      start = end + 1
    }
    if (lines.length > maxLines) break
  }
  return lines
}

/** An answer from function outputs: all of a short output, the matching sentences of a long one. */
export const answerFromOutputs = function* (
  findings: Findings,
  outputs: ReadonlyArray<string>
): CooperativeTask<string> {
  const lines = yield* firstLines(outputs)
  if (lines.length <= maxLines)
    return dropMiddle(outputs.map(dropMiddle).join("\n").trim()) || "The function gave nothing."
  const own = new Set<string>()
  for (const { text } of yield* readTextPassages(outputs.map(dropMiddle))) own.add(text)
  const ranked: Array<RankedPassage> = []
  for (const entry of findings.ranked) {
    if (own.has(entry.passage.text)) ranked.push(entry)
    yield 0.5
  }
  const chosen = yield* selectPassages(ranked, { most: maxLines, share: 0.5, minCoverage: 0 })
  return composeAnswer(chosen) || lines.slice(0, maxLines).join("\n")
}
