// Small talk: fixed replies to greetings and thanks, which need no search.

const replies: ReadonlyArray<readonly [message: RegExp, reply: string]> = [
  [
    /^(?:hi|hello|hey|hiya|hallo|moin|bonjour|salut|hola|ciao|good (?:morning|afternoon|evening|day))(?: (?:there|again|all|everyone))?$/,
    "Hello. What would you like to know?"
  ],
  [
    /^(?:(?:ok|okay|great|many|perfect) )?(?:thanks|thank you|thx|cheers|danke|merci|gracias|grazie|obrigad[oa]|dank je)(?: (?:a lot|very much|so much|again|all|in advance|for \S+(?: \S+){0,6}))?$/,
    "You are welcome."
  ],
  [/^(?:bye|goodbye|bye bye|good night|see you(?: \S+)?|tschüss|au revoir|adiós)$/, "Goodbye."],
  [
    /^(?:ok|okay|great|nice|cool|perfect|sure|alright|all right|got it|understood|i see|yes|no|sorry|please|good)$/,
    "What would you like to know?"
  ]
]

/** Longer messages, in characters, are no small talk. */
const maxLength = 120

const replyTo = (text: string): string | undefined => {
  const words = text.replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, " ").trim()
  return replies.find(([pattern]) => pattern.test(words))?.[1]
}

/** The reply to a message that is small talk and no more; `undefined` for any other. */
export const smallTalkReply = (message: string): string | undefined => {
  if (message.length > maxLength) return undefined
  // "Thanks a lot, bye" has two parts; the reply is that to the last one.
  const parts = message
    .toLowerCase()
    .split(/[,.;!?]+(?:\s+|$)/)
    .filter((part) => /\p{L}/u.test(part))
    .map(replyTo)
  return parts.includes(undefined) ? undefined : parts.at(-1)
}

/** Removes a greeting or thanks from the start of a sentence: "Hi, what does it cost?". Empty when nothing else is left. */
export const stripGreeting = (sentence: string): string => {
  if (smallTalkReply(sentence) !== undefined) return ""
  const [whole, part = ""] = /^\s*([^,.!?;:]{1,40})[,.!;:]+\s+(?=\S)/.exec(sentence) ?? []
  return whole !== undefined && smallTalkReply(part) !== undefined ? sentence.slice(whole.length) : sentence
}
