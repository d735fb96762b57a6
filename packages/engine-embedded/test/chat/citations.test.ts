// Answers over the documentation of this project: what they cite stands on its page, what no page answers is declined.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import * as Embedded from "../../src/index.ts"
import { built, layerEngines, testOver } from "../support/engines.ts"
import { chatText, createChat } from "../support/services.ts"

const root = join(import.meta.dirname, "../../../..")
const baseUrl = "https://docs.example/"

const search = Embedded.layerSearch({ folder: root, baseUrl, include: Embedded.isDocumentation })
const test = testOver(await built(Layer.provide(Embedded.layerChat, [search, layerEngines])))

/** The words of a text in their order, without the addresses of links. */
const wordsOf = (text: string) =>
  ` ${(text.replaceAll(/\]\([^)]*\)/g, "]").match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `

const answered = `How do I rotate an API key?
How do I start the server?
How do I cancel a call?
How do I use the client with Effect?
Where are API keys stored?
How do I test without a server?
Does the embedded engine need a network?
How do I use a proxy?
What is the default port?
How do I send several documents at once?`.split("\n")

const unanswered = `Who painted the ceiling of the Sistine chapel?
What is the capital of Mongolia?
Does Leadline support GraphQL subscriptions?
How do I deploy to AWS Lambda with Terraform?
How do I integrate with Salesforce?
How do I enable dark mode?
Can I use it with Kotlin Multiplatform?
Which cities have an office of Leadline?
How do I export data to Excel?
How does photosynthesis work?`.split("\n")

const declined = /^No (?:page was|answer to this question was) found/

test("answers quote the pages that they cite word for word, without code, and 1 of 10 questions at most is declined", function* () {
  const silent: Array<string> = []
  for (const question of answered) {
    const { choices, citations } = yield* createChat(question)
    const answer = choices[0]?.message.content ?? ""
    if (declined.test(answer)) silent.push(question)
    const quotes = Array.from(answer.matchAll(/([^\n]+?) \[(\d+)\][.!?…]["'”’)\]]*/g))
    const sources = new Set(quotes.map(([, , source]) => Number(source)))
    const numbers = citations?.map((_, at) => at + 1)
    assert.deepEqual([...sources], numbers)
    for (const [, quote = "", source] of quotes) {
      const url = citations?.[Number(source) - 1] ?? ""
      const page = wordsOf(readFileSync(join(root, url.slice(baseUrl.length)), "utf8"))
      // The words of a row of a table have another order.
      const parts = quote.endsWith(")") ? wordsOf(quote).trim().split(" ") : [quote]
      for (const part of parts) assert.include(page, wordsOf(part), quote)
    }
    for (const line of answer.split("\n"))
      assert.notMatch(line.replaceAll(/`[^`]*`/g, ""), /[{};]\s*$|=>|\|/, answer)
  }
  assert.isAtMost(silent.length, 1, silent.join("\n"))
})

test("what no page answers is declined plainly, in 9 of 10 cases or more", function* () {
  const wrong: Array<string> = []
  for (const question of unanswered)
    if (!declined.test((yield* chatText(question)) ?? "")) wrong.push(question)
  assert.isAtMost(wrong.length, 1, wrong.join("\n"))
})
