// Answers over the documentation of this project: what they cite stands on its page, what no page answers is declined.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import * as Embedded from "../../src/index.ts"
import { built, layerEngines, testOver } from "../support/engines.ts"
import { ask, create } from "./support.ts"

const root = join(import.meta.dirname, "../../../..")
const baseUrl = "https://docs.example/"

const test = testOver(
  await built(
    Embedded.layerChat.pipe(
      Layer.provide(Embedded.layerSearch({ folder: root, baseUrl, include: Embedded.isDocumentation })),
      Layer.provide(layerEngines)
    )
  )
)

/** A text without markup and with single spaces, the same for a page and for what is quoted from it. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[((?:[^\]`]|`[^`]*`)*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/^\s*(?:[-*+>]|\d+\.)\s/gm, " ")
    .replaceAll(/\*\*|[*\\]/g, "")
    .replaceAll(/\s+/g, " ")

/** The quoted parts of an answer with the numbers of their sources. */
const quotes = (answer: string): ReadonlyArray<readonly [text: string, source: number]> =>
  answer
    .split(/\n+/)
    .flatMap((line) =>
      Array.from(line.matchAll(/(.+?) \[(\d+)\][.!?…]["'”’)\]]*\s*/g), ([, text = "", source]) => [
        text,
        Number(source)
      ])
    )

const pageOf = (url: string | undefined): string =>
  readFileSync(join(root, (url ?? "").slice(baseUrl.length)), "utf8")

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Is a quote a sentence of a page, or are its words those of the page, with a heading, as those of rows of a table? */
const standsOn = (page: string, quote: string): boolean => {
  if (page.includes(quote)) return true
  const [, rows = "", heading = ""] = /^(.*) \((.*?)\)$/.exec(quote) ?? []
  const all = new Set(wordsOf(page))
  return (
    heading.split(", ").every((part) => page.includes(part)) && wordsOf(rows).every((word) => all.has(word))
  )
}

const answerTo = Effect.fnUntraced(function* (question: string) {
  const { choices, citations } = yield* create(ask(question))
  return { text: choices[0]?.message.content ?? "", citations: citations ?? [] }
})

/** Checks an answer: every quote stands on its page, no code is quoted; returns the number of quotes. */
const checkQuotes = Effect.fnUntraced(function* (question: string) {
  const { citations, text } = yield* answerTo(question)
  const found = quotes(text)
  for (const [quote, source] of found)
    assert.isTrue(standsOn(plain(pageOf(citations[source - 1])), plain(quote).trim()), `${question} ${quote}`)
  const cited = Array.from(new Set(found.map(([, source]) => source)))
  assert.deepEqual(
    cited,
    citations.map((_, index) => index + 1),
    text
  )
  for (const line of text.split("\n"))
    assert.notMatch(line.replaceAll(/`[^`]*`/g, ""), /[{};]\s*$|=>|\|/, text)
  return found.length
})

/** Is the question declined plainly? */
const isDeclined = (question: string) =>
  Effect.map(answerTo(question), ({ text }) =>
    /^No (?:page was|answer to this question was) found/.test(text)
  )

const answered = `How do I rotate an API key?
How do I start the server?
Which Node version do I need?
How do I cancel a call?
How do I use the client with Effect?
Where are API keys stored?
How long does a client wait before it retries?
How do I stream an answer to a browser?
Can several tenants share one server?
How do I test without a server?
Which header has the request id?
What is a noul?
Does the embedded engine need a network?
What does readiness mean here?
How do I use a proxy?
How can I limit costs?
What is the default port?
Which databases can store keys?
What is in the access log?
How do I send several documents at once?`.split("\n")

const unanswered = `Who painted the ceiling of the Sistine chapel?
What is the capital of Mongolia?
How do I bake sourdough bread?
Does Leadline support GraphQL subscriptions?
How do I deploy to AWS Lambda with Terraform?
What is the price of the enterprise plan?
How do I integrate with Salesforce?
Is there a Python client?
How do I configure single sign-on with Okta?
When was Leadline founded?
Who is the chief executive?
How do I enable dark mode?
What is the weather in Paris today?
How do I train my own model with LoRA?
Can I use it with Kotlin Multiplatform?
How do I reset my password?
Which cities have an office of Leadline?
How do I export data to Excel?
Which airline flies to Oslo?
How does photosynthesis work?`.split("\n")

test("answers quote their pages word for word, without code, and 18 of 20 questions at least are answered", function* () {
  let [count, declined] = [0, 0]
  for (const question of answered) {
    const found = yield* checkQuotes(question)
    count += found
    if (found === 0) declined++
  }
  assert.isAbove(count, answered.length)
  assert.isAtMost(declined, 2)
})

test("what no page answers is declined plainly, in 19 of 20 cases or more", function* () {
  const wrong: Array<string> = []
  for (const question of unanswered) if (!(yield* isDeclined(question))) wrong.push(question)
  assert.isAtMost(wrong.length, 1, wrong.join("\n"))
})
