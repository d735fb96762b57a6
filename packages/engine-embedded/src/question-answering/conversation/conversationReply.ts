// Answers questions about the conversation itself, such as "What is my name?", from its messages, without a search.
import type { CooperativeTask } from "../../scheduling/timeSlicer.ts"
import { tokenize } from "../../text/tokenize.ts"
import { smallTalkReply } from "./smallTalk.ts"
import { splitSentences } from "../plainText.ts"
import { dropMiddle, isQuestion, maxConversationLength, type Question, type Turn } from "../question.ts"

/** The reply when the conversation has no answer. */
export const nothingSaid = "Nothing in this conversation answers this, and no sources were used."

const userSaid =
  /\bwhat (?:did|have|had) i (?:just |last |first )?(?:say|said|ask|asked|write|written|wrote|tell you|told you|mention)|\bwhat (?:was|were) my (?:last|previous|first) (?:message|question|words|request)|\b(?:repeat|quote) what i (?:just )?(?:said|wrote|asked)|\bwhat i (?:have )?just (?:said|wrote|asked)\b/i
const assistantSaid =
  /\bwhat did you (?:just |last )?(?:say|answer|write|tell me|reply)|\bwhat was your (?:last|previous) (?:answer|message|reply)|^\s*(?:please )?repeat (?:that|your (?:last )?(?:answer|reply)|yourself)\b/i

const personal =
  /\bwho am i\b|\bhow old am i\b|\bwhere (?:do|did) i (?:live|work|come from)\b|\bwhere am i from\b|\bwhat do i (?:like|love|hate|prefer|do for)\b|\bmy (?:own |full |first |last |sur)?(?:name|age|birthday|job|profession|hometown|address|phone|email|favou?rite|hobby|hobbies|wife|husband|partner|son|daughter|children|kids|cat|dog|pet)\b/i
/** Questions about the user, such as "What is my name?", but not "What do I need?", which documents may answer. */
const asksOfSelf =
  /\b(?:what|which|who|whose|when|where|how old)\b[^?]*\b(?:am i|(?:do|did|was|have) i|(?:is|are|was|were) my)\b|\b(?:what|who|when|where)(?:'s|’s) my\b|\b(?:know|remember|tell me) (?:what |who )?(?:my|i)\b/i

const firstPerson = /\b(?:i|i['’]m|my|me|mine|we|our)\b/i
const nameStatement =
  /\b[Mm]y (?:\w+ )?name(?: is|['’]s)\b|\b(?:[Cc]all me|[Ii] am called|[Ii]['’]m called)\b|\b[Ii](?: am|['’]m) \p{Lu}\p{L}+/u

/** Words of such questions that the statement asked for need not have. */
const sayingWords = new Set(
  "tell told mention mentioned ask asked write wrote written know remember please".split(" ")
)

/** Characters of a message that a reply quotes, at most. */
const maxQuotation = 400

const quote = (text: string): string => {
  const line = text
    .replaceAll(/ ?\[\d+\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return line.length <= maxQuotation ? line : `${line.slice(0, maxQuotation - 1)}…`
}

/** The last message of a role before the last user message; with `first` the first one. */
const messageOf = (turns: ReadonlyArray<Turn>, role: Turn["role"], first: boolean): string | undefined => {
  const at = turns.findLastIndex((turn) => turn.role === "user")
  const before = turns
    .slice(0, Math.max(0, at))
    .filter((turn) => turn.role === role && turn.text.trim() !== "")
  return (first ? before[0] : before.at(-1))?.text
}

/** The statements of the user, newest first. */
const userStatements = function* (turns: ReadonlyArray<Turn>): CooperativeTask<ReadonlyArray<string>> {
  const found: Array<string> = []
  let left = maxConversationLength
  for (let index = turns.length - 1; index >= 0 && left > 0; index--) {
    const { role = "system", text = "" } = turns[index] ?? {}
    yield 0.25
    if (role !== "user") continue
    const part = dropMiddle(text).slice(0, left)
    left -= part.length
    const own: Array<string> = []
    for (const line of part.split("\n"))
      for (const sentence of splitSentences(line)) {
        yield typeof sentence === "number" ? sentence : 1 + sentence.length / 64
        if (typeof sentence === "string" && !isQuestion(sentence)) own.push(sentence)
      }
    found.push(...own.toReversed())
  }
  return found
}

/** Stems of the content words of the questions in a text. */
const askedStems = (text: string): ReadonlyArray<string> =>
  Array.from(splitSentences(text))
    .flatMap((sentence) => (typeof sentence === "string" && isQuestion(sentence) ? tokenize(sentence) : []))
    .flatMap(({ content, stem, text: word }) => (content && !sayingWords.has(word) ? [stem] : []))

/** The user's newest statement that has all content words of a question. With `ofSelf` it must be in the first person. */
const statementFor = function* (
  text: string,
  turns: ReadonlyArray<Turn>,
  ofSelf: boolean
): CooperativeTask<string | undefined> {
  const asksName = ofSelf && /\bmy name\b|\bwho am i\b/i.test(text)
  const sought = askedStems(text)
  for (const sentence of yield* userStatements(turns)) {
    if (asksName && nameStatement.test(sentence)) return sentence
    yield sentence.length / 16
    if (sought.length === 0 || sentence.length > maxQuotation || (ofSelf && !firstPerson.test(sentence)))
      continue
    const stems = new Set(tokenize(sentence).map(({ stem }) => stem))
    if (sought.every((stem) => stems.has(stem))) return sentence
  }
  return undefined
}

/** The reply to small talk or to a question about the conversation; `undefined` when documents may answer the message. */
export const conversationReply = function* (
  question: Question,
  turns: ReadonlyArray<Turn>
): CooperativeTask<string | undefined> {
  const message = turns.findLast(({ role }) => role === "user")?.text ?? ""
  const reply = smallTalkReply(message)
  if (reply !== undefined) return reply
  const asked = question.text.slice(0, maxQuotation)
  for (const [pattern, role, name] of [
    [userSaid, "user", "You"],
    [assistantSaid, "assistant", "I"]
  ] as const) {
    if (!pattern.test(asked)) continue
    const said =
      role === "user" && /\babout\b/i.test(asked)
        ? yield* statementFor(asked, turns, false)
        : messageOf(turns, role, /\bfirst\b/i.test(asked))
    return said === undefined ? nothingSaid : `${name} wrote: "${quote(said)}"`
  }
  if (!asksOfSelf.test(asked) && !/\bwho am i\b/i.test(asked)) return undefined
  const statement = yield* statementFor(asked, turns, true)
  if (statement !== undefined) return `You wrote: "${quote(statement)}"`
  return personal.test(asked) && !/\bhow (?:do|can|should|to)\b/i.test(asked) ? nothingSaid : undefined
}

const summarizes = /\b(?:summari[sz]e|summary|recap|tl;?dr|key points|main points)\b/i
const ownWords =
  /\b(?:what (?:i|i['’]ve) (?:have )?(?:just )?(?:wrote|written|said|told|asked|posted|sent)|my (?:messages?|text|notes?|words|input))\b/i
const conversation =
  /\b(?:what (?:we|you|was) (?:have )?(?:just )?(?:wrote|written|said|discussed|talked|told)|(?:this|our|the) (?:conversation|chat|discussion|talk|thread)|(?:the )?(?:text|message|above)(?: above)?)\b|\b(?:this|that|it|so far)\s*[.!?:]?\s*$|\bthis:/i

/** Whose messages to summarise: the user's or all; `undefined` when the message asks for no summary of the conversation. */
export const summaryOf = (message: string): "user" | "all" | undefined => {
  const [first = ""] = message.slice(0, maxQuotation).split("\n", 1)
  if (!summarizes.test(first)) return undefined
  return ownWords.test(first) ? "user" : conversation.test(first) ? "all" : undefined
}
