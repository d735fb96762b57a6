// Answers over the documentation of this project: what they cite stands on its page, and what no page answers is declined.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"
import { ask, create } from "./support.ts"

const root = join(import.meta.dirname, "../../../..")
const baseUrl = "https://docs.example/"
const layer = Embedded.layerChat.pipe(
  Layer.provide(Embedded.layerSearch({ folder: root, baseUrl, include: Embedded.isDocumentation })),
  Layer.provide(Embedded.layerDecisions)
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
What GPU do I need?
How do I export data to Excel?
Which airline flies to Oslo?
How does photosynthesis work?`.split("\n")

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

const sourceOf = (url: string | undefined): string =>
  readFileSync(join(root, (url ?? "").slice(baseUrl.length)), "utf8")

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.replaceAll("\\|", "|")).trim())

/** The rows of the tables of a page as an answer quotes them: the first cell, then the others. */
const rowsOf = (page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/^(\|.*)\n\|[\s|:-]+\n((?:\|.*\n)+)/gm)).flatMap(([, head = "", body = ""]) => {
    const names = cellsOf(head)
    return body
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [key = "", ...rest] = cellsOf(line)
        const values = rest.flatMap((cell, index) =>
          cell === "" ? [] : [rest.length === 1 ? cell : `${names[index + 1]} ${cell}`.trim()]
        )
        return `${key}: ${values.join(", ")}`
      })
  })

/** Is a quote a sentence of a page, or rows of one of its tables with their heading? */
const standsOn = (page: string, quote: string): boolean => {
  if (plain(page).includes(quote)) return true
  const [, rows = "", heading = ""] = /^(.*) \((.*?)\)$/.exec(quote) ?? []
  const all = rowsOf(page)
  let rest = rows
  while (rest !== "") {
    const row = all.find((text) => rest === text || rest.startsWith(`${text}; `))
    if (row === undefined) return false
    rest = rest.slice(row.length + 2)
  }
  return rows !== "" && heading.split(", ").every((part) => plain(page).includes(part))
}

describe("an answer over the documentation", () => {
  it.effect(
    "quotes its pages word for word, sentences and rows of tables, without code, and lists what it cites",
    () =>
      Effect.gen(function* () {
        let [count, declined] = [0, 0]
        for (const question of answered) {
          const { choices, citations = [] } = yield* create(ask(question))
          const text = choices[0]?.message.content ?? ""
          const found = quotes(text)
          if (found.length === 0) declined++
          for (const [quote, source] of found) {
            const page = sourceOf(citations?.[source - 1])
            assert.isTrue(standsOn(page, plain(quote).trim()), `${question} ${quote}`)
            count++
          }
          const cited = found.map(([, source]) => source)
          assert.deepEqual(
            Array.from(new Set(cited)),
            (citations ?? []).map((_, index) => index + 1),
            text
          )
          for (const line of text.split("\n"))
            assert.notMatch(line.replaceAll(/`[^`]*`/g, ""), /[{};]\s*$|=>|\|/, text)
        }
        assert.isAbove(count, answered.length)
        assert.isAtMost(declined, 2)
      }).pipe(Effect.provide(layer))
  )

  it.effect("declines plainly what no page answers, in 19 of 20 cases or more", () =>
    Effect.gen(function* () {
      const wrong: Array<string> = []
      for (const question of unanswered) {
        const { choices } = yield* create(ask(question))
        const text = choices[0]?.message.content ?? ""
        if (!/^No (?:page was|answer to this question was) found/.test(text))
          wrong.push(`${question} ${text}`)
      }
      assert.isAtMost(wrong.length, 1, wrong.join("\n"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("has related questions made of headings of its pages, or none", () =>
    Effect.gen(function* () {
      for (const question of answered.slice(0, 8)) {
        const { citations = [], related_questions: related = [] } = yield* create(
          ask(question, { return_related_questions: true })
        )
        const headings = (citations ?? []).flatMap((url) =>
          Array.from(
            readFileSync(join(root, url.slice(baseUrl.length)), "utf8").matchAll(/^#+ (.+)$/gm),
            ([, heading = ""]) => heading.replaceAll("`", "").toLowerCase()
          )
        )
        for (const text of related ?? []) {
          const words = text
            .replace(/^(?:How do I|What about) |\?$/g, "")
            .replace(/\?$/, "")
            .toLowerCase()
          assert.isTrue(
            headings.some((heading) => heading.includes(words)),
            `${text}: ${headings.join(", ")}`
          )
        }
      }
    }).pipe(Effect.provide(layer))
  )
})
