// What chat answers over the documentation of this project, held against the pages it cites.
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

/** A test over chat about the documentation. */
export const test = testOver(
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
  const request = ask(question, { return_related_questions: true })
  const { choices, citations, related_questions } = yield* create(request)
  const related = related_questions ?? []
  return { text: choices[0]?.message.content ?? "", citations: citations ?? [], related }
})

/** Checks an answer: every quote stands on its page, no code is quoted; returns the number of quotes. */
export const checkQuotes = Effect.fnUntraced(function* (question: string) {
  const { citations, related, text } = yield* answerTo(question)
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
  const headings = citations.flatMap((url) =>
    Array.from(pageOf(url).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
      heading.replaceAll("`", "").toLowerCase()
    )
  )
  for (const one of related) {
    const words = one
      .replace(/^(?:How do I|What about) /, "")
      .replaceAll("?", "")
      .toLowerCase()
    assert.isTrue(
      headings.some((heading) => heading.includes(words)),
      `${one}: ${headings.join(", ")}`
    )
  }
  return found.length
})

/** Is the question declined plainly? */
export const isDeclined = (question: string) =>
  Effect.map(answerTo(question), ({ text }) =>
    /^No (?:page was|answer to this question was) found/.test(text)
  )
