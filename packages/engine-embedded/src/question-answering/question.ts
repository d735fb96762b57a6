// Extracts the question from a conversation: what is asked, its parts, what it refers back to, and the texts that may answer it.
import { runLimits } from "@leadline/core/responses"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { endsAsking } from "./passages.ts"
import { linesOf, splitSentences } from "./plainText.ts"
import { stripGreeting } from "./smallTalk.ts"
import type { Term } from "./terms.ts"
import { readTerms } from "./terms.ts"

/** One message, its parts joined to one text. */
export interface Turn {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly text: string
}

/** A part of a question that is answered by itself: each half of "What is it, and when does it open?". */
export interface QuestionPart {
  readonly text: string
  readonly terms: ReadonlyArray<Term>
  /** Terms of what "it", "there", "one" or "what about" refer to. They only tell apart what mentions the own terms. */
  readonly context: ReadonlyArray<Term>
  /** Does it refer back? An answer then mentions one of `context`. */
  readonly refersBack: boolean
}

/** The question of a conversation. */
export interface Question {
  readonly text: string
  /** The search query: the question, and the words of what it refers to. */
  readonly query: string
  /** The question as a whole. */
  readonly whole: QuestionPart
  /** Its parts, one at least. */
  readonly parts: ReadonlyArray<QuestionPart>
  /** Of a question about two things, such as "a rope and a tent", one about each: asked where nothing answers both. */
  readonly halves: ReadonlyArray<QuestionPart>
  /** Texts of the conversation that may hold an answer, oldest first. */
  readonly conversationTexts: ReadonlyArray<string>
  /** Does the message consist of questions and instructions alone? */
  readonly onlyAsks: boolean
}

/** The longest query sent to search, in characters. */
const queryLength = 400

/** The longest question that is read, in characters. */
const maxQuestionLength = 2_000

const opening =
  "(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell|explain|describe|list|name|show|give|find|summari[sz]e|compare|define|write|extract|classify|send)"
const opensQuestion = new RegExp(`^${opening}\\b`, "i")
/** Is a sentence a question or an instruction? */
const isQuestion = (sentence: string): boolean => endsAsking.test(sentence) || opensQuestion.test(sentence)

const betweenParts = new RegExp(
  `(?<=\\?)\\s+|,?\\s+and(?: also)?\\s+(?=(?:(?:at|by|for|from|in|on|of|to|until|with)\\s+)?${opening}\\b)`,
  "i"
)

/** The parts of a question that several sentences may answer. */
const splitParts = (text: string): ReadonlyArray<string> =>
  text
    .split(betweenParts)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, runLimits.callsPerAnswer)

const twoThings =
  /^(.*?\s)((?:an?|the)\s+[\p{L}-]+(?:\s[\p{L}-]+)?|[\p{L}-]+)\s+and\s+((?:(?:an?|the)\s+)?[\p{L}-]+(?:\s[\p{L}-]+)?)(\W*)$/isu

/** The questions about each of two things that end a question; none for any other. */
const halvesOf = (text: string): ReadonlyArray<string> => {
  const [, before = "", one = "", other = "", end = ""] = twoThings.exec(text.trim()) ?? []
  return one === "" ? [] : [`${before}${one}${end}`, `${before}${other}${end}`]
}

const pronoun =
  /\b(?:it|its|they|them|their|theirs|these|those|this|he|she|him|her|his|there|ones|same|former|latter)\b|\bthat\b(?=\s*[?.!]|$)|\b(?:about|after|before|does|for|is|like|of|was|with) that\b|\bone\b(?=\s*[?.!,]|$)|\bone (?:for|in|of them|on|with)\b|\b(?:an?|the|another|which) (?:[a-z]+ )?one\b/i
/** "There" and "it" that stand for nothing. */
const expletive =
  /\b(?:is|are|was|were|will|be) there\b|\bthere (?:is|are|was|were|will)\b|\bwhat time is it\b|\b(?:is|was) it (?:possible|true|allowed)\b/gi
const continuation =
  /^\s*(?:(?:and|but|or|so)\s+)?(?:what|how) about\b|^\s*(?:and|but|or|so)\s+(?:if|then|when|where|why)\b[^?]{0,40}\?/i
const predicate =
  /\b(?:am|is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|what|which|who|tell|show|list|give|happens?|means?)\b/i

/** Does a question refer to what was said before it? It does by a pronoun, by "What about …?" and without a verb: "And on Sunday?". */
const refersBack = (text: string): boolean =>
  pronoun.test(text.replaceAll(expletive, " ")) ||
  continuation.test(text) ||
  (endsAsking.test(text) && !predicate.test(text))

/** Characters of a conversation that are read, newest first. */
const maxConversationLength = 200_000

/** Cuts the middle out of a message that is longer than {@link maxConversationLength}. */
export const dropMiddle = (text: string): string =>
  text.length <= maxConversationLength
    ? text
    : `${text.slice(0, maxConversationLength / 2)}\n${text.slice(text.length - maxConversationLength / 2)}`

/** Cost of a message or line, of a sentence, and characters examined per unit of work. */
const perLine = 0.5
const perSentence = 2
const charactersPerUnit = 64

/** Splits a message into questions (`asked`) and statements (`told`). Without a question, its last sentence is one. */
const splitMessage = function* (message: string) {
  const sentences: Array<string> = []
  const questions: Array<string> = []
  const statements: Array<string> = []
  for (const line of linesOf(dropMiddle(message))) {
    const told: Array<string> = []
    const all = splitSentences(line)
    for (const sentence of all.map(stripGreeting)) {
      if (sentence === "") continue
      sentences.push(sentence)
      if (isQuestion(sentence)) questions.push(sentence)
      else told.push(sentence)
    }
    statements.push(told.join(" "))
    yield perLine + line.length / charactersPerUnit + perSentence * all.length
  }
  const isShort = message.length <= queryLength && sentences.length <= 2
  const last = isShort ? sentences.join(" ") : (sentences.at(-1) ?? "")
  return {
    asked: (questions.slice(-3).join(" ") || last || message.trim()).slice(0, maxQuestionLength),
    told: questions.length === 0 && isShort ? "" : statements.join("\n"),
    onlyAsks: questions.length === sentences.length
  }
}

/** Index of the last message of the user before an index; -1 when there is none. */
const lastUserTurn = (turns: ReadonlyArray<Turn>, before: number): number =>
  turns.findLastIndex(({ role }, at) => at < before && role === "user")

/** Earlier questions that one may refer to, one through the other. */
const maxEarlier = 3

/** What was asked before the message at `at`, and what was answered: back to the question that stands by itself. */
const subjectBefore = function* (turns: ReadonlyArray<Turn>, at: number) {
  let asked = ""
  for (let step = 0, before = at; step < maxEarlier; step++) {
    before = lastUserTurn(turns, before)
    if (before < 0) break
    const earlier = yield* splitMessage(turns[before]?.text ?? "")
    asked = `${earlier.asked} ${asked}`.trim()
    if (!refersBack(earlier.asked)) break
  }
  const answer = turns[at - 1]
  return { asked, answered: answer?.role === "assistant" ? answer.text.slice(0, queryLength) : "" }
}

/** Texts that may hold an answer, oldest first. `told` are the statements of the message with the question, at index `at`. */
const readConversationTexts = function* (turns: ReadonlyArray<Turn>, at: number, told: string) {
  const texts: Array<string> = []
  let left = maxConversationLength
  for (let index = turns.length - 1; index >= 0 && left > 0; index--) {
    yield perLine
    const part = (index === at ? told : dropMiddle(turns[index]?.text ?? "")).trim()
    if (part === "") continue
    texts.push(part.slice(0, left))
    left -= part.length
  }
  return texts.toReversed()
}

/** A text as a query: at most {@link queryLength} characters, cut at a space where possible. */
export const queryOf = (text: string): string => {
  const words = text.replaceAll(/\s+/g, " ").trim()
  if (words.length <= queryLength) return words
  const blank = words.lastIndexOf(" ", queryLength)
  return words.slice(0, blank < 0 ? queryLength : blank)
}

/** Terms of a text that are not among others. */
const termsBeside = (lexicon: Lexicon, text: string, others: ReadonlyArray<Term>): ReadonlyArray<Term> => {
  const known = new Set(others.map(({ stem }) => stem))
  return readTerms(lexicon, text).filter(({ stem }) => !known.has(stem))
}

/** Extracts the question of the last user message. It is empty without one. */
export const readQuestion = function* (
  lexicon: Lexicon,
  turns: ReadonlyArray<Turn>
): CooperativeTask<Question> {
  const at = lastUserTurn(turns, turns.length)
  const { asked, onlyAsks, told } = yield* splitMessage(turns[at]?.text ?? "")
  const before = yield* subjectBefore(turns, at)
  // A short statement beside the question says what it is about.
  const beside = told.length <= queryLength ? told : ""
  const partOf = (text: string, subject: string): QuestionPart => {
    const terms = readTerms(lexicon, text)
    const isBack = refersBack(text) && `${beside}${subject}`.trim() !== ""
    return {
      text,
      terms,
      context: termsBeside(lexicon, `${beside} ${isBack ? subject : ""}`, terms),
      refersBack: isBack
    }
  }
  const subject = `${before.asked} ${before.answered}`
  const whole = partOf(asked, subject)
  const texts = splitParts(asked)
  return {
    text: asked,
    query: queryOf(`${asked} ${beside} ${whole.refersBack ? before.asked : ""}`),
    whole,
    parts:
      texts.length > 1
        ? texts.map((text, index) => partOf(text, index === 0 ? subject : (texts[index - 1] ?? "")))
        : [whole],
    halves: texts.length > 1 ? [] : halvesOf(asked).map((text) => partOf(text, subject)),
    conversationTexts: yield* readConversationTexts(turns, at, told),
    onlyAsks
  }
}
