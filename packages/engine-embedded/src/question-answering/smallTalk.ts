// Small talk: fixed replies to greetings and thanks, and the refusal to calculate. None of these needs a search.

const greeting = "Hello. What would you like to know?"
const goodbye = "Goodbye."
const welcome = "You are welcome."
const question = "What would you like to know?"

const replies: ReadonlyArray<readonly [message: RegExp, reply: string]> = [
  [
    /^(?:hi|hello|hey|hiya|hallo|moin|bonjour|salut|hola|ciao|good (?:morning|afternoon|evening|day))(?: (?:there|again|all|everyone))?$/,
    greeting
  ],
  [
    /^(?:(?:hi|hello|hey) )?(?:(?:my name is|call me|i am called) \S+(?: \S+){0,3}|(?:i am|i'm) \p{L}+)$/u,
    greeting
  ],
  [
    /^(?:(?:ok|okay|great|many|perfect) )?(?:thanks|thank you|thx|cheers|danke|merci|gracias|grazie|obrigad[oa]|dank je)(?: (?:a lot|very much|so much|again|all|in advance|for \S+(?: \S+){0,6}))?$/,
    welcome
  ],
  [/^(?:bye|goodbye|bye bye|good night|see you(?: \S+)?|tschüss|au revoir|adiós)$/, goodbye],
  [
    /^(?:ok|okay|great|nice|cool|perfect|sure|alright|all right|got it|understood|i see|yes|no|sorry|please|good)$/,
    question
  ],
  [
    /^(?:(?:hi|hello|hey) )?(?:how are you(?: \S+)?|who are you|what are you|what can you do)$/,
    "I am a program that answers with sentences of documents. What would you like to know?"
  ]
]

/** Longer messages, in characters, are no small talk. */
const maxLength = 120

const numeral = "(?:\\d+(?:[.,]\\d+)*|zero|one|two|three|four|five|six|seven|eight|nine|ten)"
const operator = "(?:[-+*/×÷^x]|plus|minus|times|divided by|multiplied by|% of|percent of)"
const sum = new RegExp(
  `^(?:what is|what's|whats|how much is|how much are|what are|calculate|compute|solve|add)?[ (]*-? ?${numeral}[ )]*(?:${operator}[ (]*-? ?${numeral}[ )]*)+=?$`
)

const replyTo = (text: string): string | undefined => {
  const words = text.replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, " ").trim()
  return replies.find(([pattern]) => pattern.test(words))?.[1]
}

/** The reply to a message that is small talk or a sum such as "2 + 2", and no more; `undefined` for any other. */
export const smallTalkReply = (message: string): string | undefined => {
  if (message.length > maxLength) return undefined
  const text = message.toLowerCase().replaceAll(/\s+/g, " ").trim()
  if (sum.test(text.replace(/[?!. ]+$/, "")))
    return "No answer: this engine quotes documents, and does not calculate."
  // "Thanks a lot, bye" has two parts; the reply is that to the last one.
  const parts = text.split(/[,.;!?]+(?:\s+|$)/).filter((part) => /\p{L}/u.test(part))
  const all = parts.map(replyTo)
  return replyTo(text) ?? (all.includes(undefined) ? undefined : all.at(-1))
}

const isGreeting = (part: string): boolean =>
  !/\b(?:name|call|called|am|i'm)\b/i.test(part) &&
  [greeting, goodbye, question, welcome].includes(smallTalkReply(part) ?? "")

/** Removes a greeting or thanks from the start of a sentence: "Hi, what does it cost?". Empty when nothing else is left. */
export const stripGreeting = (sentence: string): string => {
  if (isGreeting(sentence)) return ""
  const [whole, part = ""] = /^\s*([^,.!?;:]{1,40})[,.!;:]+\s+(?=\S)/.exec(sentence) ?? []
  return whole !== undefined && isGreeting(part) ? sentence.slice(whole.length) : sentence
}
