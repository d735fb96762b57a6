// Which sentences and rows of a page an answer quotes.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { services, test } from "../support/services.ts"
import { ask, text } from "./support.ts"

/** The answer to a question from one page. */
const answerFrom = (snippet: string, question: string) => answerFromPages([[snippet, "2026-11-01"]], question)

/** The same from pages with their dates. */
const answerFromPages = (
  pages: ReadonlyArray<readonly [snippet: string, date: string]>,
  question: string
) => {
  const results = pages.map(([snippet, date], at) => ({
    title: "The lido and the mill of Oster",
    url: `https://oster.example/${at}`,
    snippet,
    date
  }))
  const search = { create: () => Effect.succeed({ id: "s", results }) }
  return Effect.provide(text(ask(question)), services(search))
}

const windmill =
  "# The windmill of Oster\n\nPeople come to the windmill from far away. Many visitors ask about the sails of the windmill. " +
  "Each sail is 11 metres long and weighs 900 kilograms."
const miller = "The miller grinds rye and spelt. The miller is Antje Koops, who learned the trade in Holland."
const glacier =
  "The glacier has been shrinking for a century. Scientists measure the glacier. " +
  "The glacier is measured by the university of Bern."
const lido =
  "# Lido\n\n## Tickets for children and adults\n\n" +
  "| Ticket | Price |\n|---|---|\n| Child | €2 |\n| Adult | €5 |\n\nThe lido has a slide."

const minutes =
  "1. Slipway repair. The firm Dahl repairs the slipway in July, after the storm of 8 May.\n" +
  "2. Summer party. It is held behind the boathouse.\n3. Boat K-4. It hit the pier."
const faq =
  "Q: Who do I phone when a boat is damaged?\nA: The boat warden is Peer Lund.\n\n" +
  "Where are the spare oars kept?\n\nThey hang behind the blue door."

describe("an answer from a page", () => {
  test.each([
    [
      "begins with a number where the question asks for one",
      windmill,
      "How long are the sails of the windmill?",
      /^Each sail is 11 metres/
    ],
    [
      "begins with a name where the question asks who",
      miller,
      "Who is the miller?",
      /^The miller is Antje Koops/
    ]
  ])("%s", function* ([, page, question, expected]) {
    assert.match((yield* answerFrom(page, question)) ?? "", expected)
  })
  test("says a thing once", function* () {
    assert.strictEqual(
      yield* answerFrom(glacier, "Who measures the glacier?"),
      "The glacier is measured by the university of Bern [1]."
    )
  })
  test("about what is without something has no prices", function* () {
    assert.notInclude(yield* answerFrom(lido, "Can children use the lido without an adult?"), "€")
    assert.include(yield* answerFrom(lido, "What does a ticket for an adult cost?"), "€5")
  })
  test("has tasks without their boxes, and says which are done", function* () {
    const tasks = "- [ ] paint the jetty (Svenja)\n- [x] replace the lock of the shed (Peer)"
    assert.strictEqual(yield* answerFrom(tasks, "Who paints the jetty?"), "paint the jetty (Svenja) [1].")
    assert.strictEqual(
      yield* answerFrom(tasks, "Who replaces the lock of the shed?"),
      "Done: replace the lock of the shed (Peer) [1]."
    )
  })
  test.each([
    ["Who repairs the slipway?", "The firm Dahl repairs the slipway in July, after the storm of 8 May [1]."],
    ["Where is the summer party?", "It is held behind the boathouse [1]."],
    ["What is the summer party?", "It is held behind the boathouse [1]."],
    ["Is there a summer party?", /^Summer party \[1\]\./]
  ] as const)("is more than the label of an item: %s", function* ([question, expected]) {
    const answer = (yield* answerFrom(minutes, question)) ?? ""
    if (typeof expected === "string") assert.strictEqual(answer, expected)
    else assert.match(answer, expected)
  })
  test.each([
    ["2026-03-10", "2026-06-09", "The committee raised the budget for the regatta to €5,200 [1]."],
    ["2026-06-09", "2026-03-10", "The budget for the regatta is €4,000 [1]."],
    ["2026-03-10", "2026-03-10", "The budget for the regatta is €4,000 [1]."]
  ])("of %s and one of %s that say as much is that of the newest", function* ([first, second, expected]) {
    const pages = [
      ["The treasurer praised the budget of the regatta.", "2026-11-01"],
      ["The budget for the regatta is €4,000.", first],
      ["The committee raised the budget for the regatta to €5,200.", second]
    ] as const
    assert.strictEqual(yield* answerFromPages(pages, "How much is the budget for the regatta?"), expected)
  })
  test.each([
    ["Who do I phone about a damaged boat?", "The boat warden is Peer Lund [1]."],
    ["Where are spare oars?", "They hang behind the blue door [1]."]
  ])("is what follows a question of the page: %s", function* ([question, expected]) {
    assert.strictEqual(yield* answerFrom(faq, question), expected)
  })
  test.each(["What is 4+4?", "4 + 4 =", "How much is 3 times 4?", "Calculate (4 - 1) * 4.", "20% of 4?"])(
    "is none to a calculation: %s",
    function* (question) {
      assert.match((yield* answerFrom(minutes, question)) ?? "", /^No answer/)
    }
  )
  test("quotes one of several lines that name their values", function* () {
    const lines = ["Adder", "Beaver", "Crane"].map(
      (name, at) =>
        `Animal: ${name}; Where it lives: in the reserve behind the mill; Length: ${at + 1} metres`
    )
    const answer = (yield* answerFrom(lines.join("\n"), "How long is the beaver?")) ?? ""
    assert.include(answer, "Beaver")
    assert.notInclude(answer, "Crane")
  })
})
