// Small talk: greetings and thanks, which need no search.

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
export const stripGreeting = (sentence: string): string => {
  if (isSmallTalk(sentence)) return ""
  const [whole = "", part = ""] = /^\s*([^,.!?;:]{1,40})[,.!;:]+\s+(?=\S)/.exec(sentence) ?? []
  return isSmallTalk(part) ? sentence.slice(whole.length) : sentence
}
