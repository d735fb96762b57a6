// Extracts the question from a conversation: what is asked, its parts, what it refers back to, and the texts that may answer it.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon, RelatedWord } from "../vectors/lexicon.ts"
import type { Turn } from "./conversation.ts"
import { endsAsking } from "../text/passages.ts"
import { linesOf, splitSentences } from "../text/plainText.ts"
import { tokenize } from "../text/tokenize.ts"
import { wordSet } from "../text/wordLists.ts"

/** A word to look for. */
export interface Term {
  readonly stem: string
  /** The word itself, and words that count as a mention of it. */
  readonly related: ReadonlyArray<RelatedWord>
  readonly weight: number
  /** Is it part of what the question names, such as "family ticket" in "What does a family ticket cost?"? */
  readonly isNamed: boolean
}

/** Words that ask or say how to answer, rather than name a subject. An answer need not have them. */
const askingWords =
  wordSet(`tell explain describe please summarize summarise summary show list find know want need like help question
  answer mean means meaning briefly short detail details example information look using use used work works happen
  happens overview text above following previous message sentence sentences paragraph word words long large big old far
  often fast high deep tall wide heavy hot cold time take takes go come allowed permitted possible available required
  necessary buy`)

/** Weight of such a word, as a share of its weight by rarity. */
const askingShare = 0.2

/** Words before a name: articles, possessives, prepositions of place, and those that ask for one of a kind. */
const namesNext =
  wordSet(`a an the my your our their his her its each every any some no which what many another other of in on at for
  from by with about near per between into without`)

/** "Piano" of "Who teaches piano?". */
const whoDoes = /\bwho\s+\p{L}+\s+(\p{L}+)/iu

/** The terms of a text, one for each stem. The words of a URL are none. */
const readTerms = (lexicon: Lexicon, text: string): ReadonlyArray<Term> => {
  const terms = new Map<string, Term>()
  const read = text.replaceAll(/\bhttps?:\/\/\S+/g, " ")
  const object = whoDoes.exec(read)?.[1]?.toLowerCase()
  let isName = false
  for (const token of tokenize(read)) {
    if (token.kind !== "number" && !(token.kind === "word" && token.content)) {
      isName = namesNext.has(token.text)
      continue
    }
    const isAsking = askingWords.has(token.text)
    isName = !isAsking && (isName || token.text === object)
    if (terms.has(token.stem)) continue
    // A violin is no piano.
    const related = lexicon.related(token).filter(({ isNear }) => !isName || !isNear)
    const weight = Math.max(1, lexicon.weight(token)) * (isAsking ? askingShare : 1)
    terms.set(token.stem, { stem: token.stem, related, weight, isNamed: isName })
  }
  return [...terms.values()]
}

/** A part of a question that is answered by itself: each half of "What is it, and when does it open?". */
export interface QuestionPart {
  readonly text: string
  readonly terms: ReadonlyArray<Term>
  /** Terms of what "it", "there", "one" or "what about" refer to. They only tell apart what mentions the own terms. */
  readonly context: ReadonlyArray<Term>
  /** An answer then mentions one of `context`. */
  readonly refersBack: boolean
}

/** The question of a conversation. */
export interface Question {
  /** The search query: the question, and the words of what it refers to. */
  readonly query: string
  readonly whole: QuestionPart
  readonly parts: ReadonlyArray<QuestionPart>
  /** Of a question about "a rope and a tent", one about each: asked where nothing answers both. */
  readonly halves: ReadonlyArray<QuestionPart>
  /** Texts of the conversation that may hold an answer, oldest first. */
  readonly conversationTexts: ReadonlyArray<string>
  /** Does the message consist of questions and instructions alone? */
  readonly onlyAsks: boolean
}

/** The longest query sent to search, and the longest question that is read, in characters. */
const queryLength = 400
const maxQuestionLength = 2_000

/** Parts of a question that are answered one by one, at most: each of them ranks all passages. */
const maxParts = 8

const opening =
  "(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell|explain|describe|list|name|show|give|find|summari[sz]e|compare|define|write|extract|classify|send)"
const opensQuestion = new RegExp(`^${opening}\\b`, "i")
const betweenParts = new RegExp(
  `(?<=\\?)\\s+|,?\\s+and(?: also)?\\s+(?=(?:(?:at|by|for|from|in|on|of|to|until|with)\\s+)?${opening}\\b)`,
  "i"
)

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
  /\b(?:is|are|was|were|will|be) there\b|\bthere (?:is|are|was|were|will)\b|(?<!\bat )\bwhat time is it\b|\b(?:is|was) it (?:possible|true|allowed)\b/gi
const continuation =
  /^\s*(?:(?:and|but|or|so)\s+)?(?:what|how) about\b|^\s*(?:and|but|or|so)\s+(?:if|then)\b[^?]{0,40}\?/i
const predicate =
  /\b(?:am|is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|what|which|who|tell|show|list|give|happens?|means?)\b/i

/** Does a question refer to what was said before it? It does by a pronoun, by "What about …?" and without a verb: "And on Sunday?". */
const refersBack = (text: string): boolean =>
  pronoun.test(text.replaceAll(expletive, " ")) ||
  continuation.test(text) ||
  (endsAsking.test(text) && !predicate.test(text))

/** Cost of a message or line, of a sentence, and characters examined per unit of work. */
const perLine = 0.5
const perSentence = 2
const charactersPerUnit = 64

/** Greetings and thanks, which need no search. */
const courtesy =
  /^(?:(?:hi|hello|hey|hallo|moin|bonjour|salut|hola|ciao|good (?:morning|afternoon|evening|day))(?: (?:there|again|all|everyone))?|(?:(?:ok|okay|great|many|perfect) )?(?:thanks|thank you|thx|cheers|danke|merci|gracias|grazie)(?: (?:a lot|very much|so much|again|all|in advance|for \S+(?: \S+){0,6}))?|bye|goodbye|bye bye|good night|ok|okay|great|nice|cool|perfect|sure|alright|all right|got it|understood|i see|yes|no|sorry|please)$/

/** Is a message small talk and no more? */
export const isSmallTalk = (message: string): boolean => {
  const parts = message
    .toLowerCase()
    .split(/[,.;!?]+(?:\s+|$)/)
    .map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, " ").trim())
    .filter((part) => part !== "")
  return message.length <= 120 && parts.length > 0 && parts.every((part) => courtesy.test(part))
}

/** Removes a greeting or thanks from the start of a sentence: "Hi, what does it cost?". Empty when nothing else is left. */
const stripGreeting = (sentence: string): string => {
  if (isSmallTalk(sentence)) return ""
  const [whole = "", part = ""] = /^\s*([^,.!?;:]{1,40})[,.!;:]+\s+(?=\S)/.exec(sentence) ?? []
  return isSmallTalk(part) ? sentence.slice(whole.length) : sentence
}

const asks = (sentence: string): boolean => endsAsking.test(sentence) || opensQuestion.test(sentence)

/** Splits a message into questions (`asked`) and statements (`told`). Without a question, its last sentence is one. */
const splitMessage = function* (message: string) {
  const sentences: Array<string> = []
  const statements: Array<string> = []
  for (const line of linesOf(message)) {
    const own = splitSentences(line)
      .map(stripGreeting)
      .filter((sentence) => sentence !== "")
    for (const sentence of own) sentences.push(sentence)
    statements.push(own.filter((sentence) => !asks(sentence)).join(" "))
    yield perLine + line.length / charactersPerUnit + perSentence * own.length
  }
  const questions = sentences.filter(asks)
  const isShort = message.length <= queryLength && sentences.length <= 2
  const last = isShort ? sentences.join(" ") : (sentences.at(-1) ?? "")
  return {
    asked: (questions.slice(-maxParts).join(" ") || last || message.trim()).slice(0, maxQuestionLength),
    told: questions.length === 0 && isShort ? "" : statements.join("\n"),
    onlyAsks: questions.length === sentences.length
  }
}

/** Earlier questions that one may refer to, one through the other. */
const maxEarlier = 3

/** What the user asked in turns: from the last question on that stands by itself. */
const askedIn = function* (turns: ReadonlyArray<Turn>) {
  const questions: Array<string> = []
  for (const { text } of turns.filter(({ role }) => role === "user").slice(-maxEarlier))
    questions.push((yield* splitMessage(text)).asked)
  return questions
    .slice(
      Math.max(
        0,
        questions.findLastIndex((asked) => !refersBack(asked))
      )
    )
    .join(" ")
}

/** A text as a query: at most {@link queryLength} characters, cut at a space where possible. */
export const queryOf = (text: string): string => {
  const words = text.replaceAll(/\s+/g, " ").trim()
  return words.length <= queryLength ? words : words.slice(0, queryLength + 1).replace(/ \S*$|.$/, "")
}

/** Extracts the question of the last user message. It is empty without one. */
export const readQuestion = function* (
  lexicon: Lexicon,
  turns: ReadonlyArray<Turn>
): CooperativeTask<Question> {
  const at = turns.findLastIndex(({ role }) => role === "user")
  const { asked, onlyAsks, told } = yield* splitMessage(turns[at]?.text ?? "")
  const before = yield* askedIn(turns.slice(0, at))
  const partOf = (text: string, subject = before): QuestionPart => {
    const terms = readTerms(lexicon, text)
    const own = new Set(terms.map(({ stem }) => stem))
    const isBack = subject !== "" && refersBack(text)
    const context = isBack ? readTerms(lexicon, subject).filter(({ stem }) => !own.has(stem)) : []
    return { text, terms, context, refersBack: isBack }
  }
  const whole = partOf(asked)
  const texts = turns.map((turn, index) => (index === at ? told : turn.text))
  const split = asked
    .split(betweenParts)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .slice(0, maxParts)
  const isOne = split.length < 2
  return {
    // A short statement beside the question says what it is about.
    query: queryOf(`${asked} ${told.length <= queryLength ? told : ""} ${whole.refersBack ? before : ""}`),
    whole,
    parts: isOne ? [whole] : split.map((text, index) => partOf(text, split[index - 1])),
    halves: isOne ? halvesOf(asked).map((text) => partOf(text)) : [],
    conversationTexts: texts.filter((text) => text.trim() !== ""),
    onlyAsks
  }
}
