// Decides whether a question needs a search.
// Source: §4.10, `enable_search_classifier`.
import type { Question } from "./question.ts"

const smallTalk =
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|night)|thanks?|thank you|thx|ok(?:ay)?|great|nice|cool|bye|goodbye|see you|how are you|welcome|please|sorry|cheers|yes|no|sure)\b/i

const aboutConversation =
  /\b(?:(?:this|the|our|my|your) (?:conversation|chat|discussion|previous (?:answer|message)|last (?:answer|message|question)|text|message)|(?:text|message|paragraph|passage|conversation) (?:above|below)|above|you (?:just )?(?:said|wrote|told|answered)|i (?:just )?(?:said|wrote|told|asked)|my name)\b/i

const reworksText =
  /^\s*(?:please )?(?:summari[sz]e|rephrase|reword|shorten|translate|proofread|rewrite|extract|classify|repeat)\b/i

/** False for small talk, questions about the conversation, and tasks on a text in the message, such as "Translate this". */
export const needsSearch = ({ kind, conversationTexts: material, terms, text }: Question): boolean => {
  if (terms.length === 0) return false
  if (smallTalk.test(text) && terms.length <= 2) return false
  if (material.length === 0) return true
  return !(aboutConversation.test(text) || reworksText.test(text) || kind === "summary")
}
