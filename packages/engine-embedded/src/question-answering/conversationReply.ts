// Answers questions about the conversation itself, such as "What is my name?", from its messages, without a search.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { tokenize } from "../text/tokenize.ts"
import { isQuestion, sentencesOf, type Question, type Turn } from "./question.ts"
import { smallTalkReply } from "./smallTalk.ts"
import { contentStems } from "./terms.ts"

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
const sayingWords = /\b(?:tell|told|mention(?:ed)?|ask(?:ed)?|wr(?:i|o)te|written|know|remember|please)\b/gi

/** Characters of a message that a reply quotes, at most. */
const maxQuotation = 400

const quote = (text: string): string => {
  const line = text
    .replaceAll(/ ?\[\d+\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return line.length <= maxQuotation ? line : `${line.slice(0, maxQuotation - 1)}…`
}

/** Messages of the user that are looked through, newest first. */
const maxMessages = 200

/** The user's newest statement that has all content words of a question. With `ofSelf` it must be in the first person. */
const statementFor = function* (asked: string, turns: ReadonlyArray<Turn>, ofSelf: boolean) {
  const asksName = ofSelf && /\bmy name\b|\bwho am i\b/i.test(asked)
  const sought = contentStems(asked.replaceAll(sayingWords, " "))
  const messages = turns.slice(-maxMessages).filter(({ role }) => role === "user")
  for (const { text } of messages.toReversed()) {
    for (const sentence of (yield* sentencesOf(text)).flat().toReversed()) {
      yield 1 + sentence.length / 16
      if (isQuestion(sentence)) continue
      if (asksName && nameStatement.test(sentence)) return sentence
      if (sought.length === 0 || sentence.length > maxQuotation) continue
      if (ofSelf && !firstPerson.test(sentence)) continue
      const stems = new Set(tokenize(sentence).map(({ stem }) => stem))
      if (sought.every((stem) => stems.has(stem))) return sentence
    }
  }
  return undefined
}

/** The reply to small talk or to a question about the conversation; `undefined` when documents may answer the message. */
export const conversationReply = function* (
  question: Question,
  turns: ReadonlyArray<Turn>
): CooperativeTask<string | undefined> {
  const last = turns.findLastIndex(({ role }) => role === "user")
  const reply = smallTalkReply(turns[last]?.text ?? "")
  if (reply !== undefined) return reply
  const asked = question.text.slice(0, maxQuotation)
  const before = turns.slice(0, Math.max(0, last))
  const role = userSaid.test(asked) ? "user" : assistantSaid.test(asked) ? "assistant" : undefined
  if (role !== undefined) {
    const messages = before.filter((turn) => turn.role === role && turn.text.trim() !== "")
    const said =
      role === "user" && /\babout\b/i.test(asked)
        ? yield* statementFor(asked, before, false)
        : messages.at(/\bfirst\b/i.test(asked) ? 0 : -1)?.text
    return said === undefined ? nothingSaid : `${role === "user" ? "You" : "I"} wrote: "${quote(said)}"`
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

/** Does a message ask for a summary? */
export const asksForSummary = (message: string): boolean => summarizes.test(message.slice(0, maxQuotation))

/** Whose messages to summarise: the user's or all; `undefined` when the message asks for no summary of the conversation. */
export const summaryOf = (message: string): "user" | "all" | undefined => {
  const [first = ""] = message.slice(0, maxQuotation).split("\n", 1)
  if (!summarizes.test(first)) return undefined
  return ownWords.test(first) ? "user" : conversation.test(first) ? "all" : undefined
}

const aboutConversation =
  /\b(?:(?:this|the|our|my|your) (?:conversation|chat|discussion|previous (?:answer|message)|last (?:answer|message|question)|text|message)|(?:text|message|paragraph|passage|conversation) (?:above|below)|above|you (?:just )?(?:said|wrote|told|answered)|i (?:just )?(?:said|wrote|told|asked)|my name)\b/i
const reworksText =
  /^\s*(?:please )?(?:summari[sz]e|rephrase|reword|shorten|translate|proofread|rewrite|extract|classify|repeat)\b/i

/** False for questions about the conversation, and for tasks on a text in the message, such as "Translate this". */
export const needsSearch = ({ conversationTexts, text, whole }: Question): boolean =>
  whole.terms.length > 0 &&
  (conversationTexts.length === 0 ||
    !(aboutConversation.test(text) || reworksText.test(text) || asksForSummary(text)))
