// Whether a passage has the form of an answer to a kind of question: a number for "how many", a date for "when".
import type { Passage } from "../passages.ts"
import type { AnswerKind } from "../question.ts"

const timeExpression =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:1[0-9]|20)\d\d\b|\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?[ap]\.?m\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:at|from|until) (?:\d|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/i
const causeWords =
  /\b(?:because|since|due to|so that|therefore|reason|otherwise|in order to|caused?|result)\b/i
const placeWords = /\b(?:in|at|near|under|stands?|located|path|folder|directory)\b/i
const instructionWords =
  /\b(?:run|set|use|call|create|add|send|install|open|start|pass|write|first|then|by)\b/i

/** Does a passage have the form that a kind of answer needs? `stems` are those of the question, for a definition. */
export const hasAnswerForm = (
  kind: AnswerKind,
  stems: ReadonlySet<string>,
  { text, tokens }: Passage
): boolean => {
  if (kind === "count") return tokens.some((token) => token.kind === "number")
  if (kind === "time") return timeExpression.test(text)
  if (kind === "person") return /\b\p{Lu}\p{L}+/u.test(text.slice(1))
  if (kind === "reason") return causeWords.test(text)
  if (kind === "place") return placeWords.test(text)
  if (kind === "way") return instructionWords.test(text)
  if (kind === "meaning") {
    // "A buoy is", "Buoys are" and "buoy:" at the beginning are definitions.
    const verb = tokens
      .slice(0, 6)
      .findIndex((token, at) => token.text === "is" || token.text === "are" || (token.text === ":" && at < 3))
    return tokens.slice(0, Math.max(0, verb)).some(({ stem }) => stems.has(stem))
  }
  return false
}
