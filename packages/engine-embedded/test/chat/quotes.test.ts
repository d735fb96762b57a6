// Which sentences and rows of a page an answer quotes.
import { assert } from "vitest"
import * as Effect from "effect/Effect"
import { services, test } from "../support/services.ts"
import { ask, text } from "./support.ts"

/** The answer to a question from pages with their dates. */
const answerFrom = (pages: ReadonlyArray<readonly [snippet: string, date: string]>, question: string) => {
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
const tasks = "- [ ] paint the jetty (Svenja)\n- [x] replace the lock of the shed (Peer)"
const minutes =
  "1. Slipway repair. The firm Dahl repairs the slipway in July, after the storm of 8 May.\n" +
  "2. Summer party. It is held behind the boathouse.\n3. Boat K-4. It hit the pier."
const faq =
  "Q: Who do I phone when a boat is damaged?\nA: The boat warden is Peer Lund.\n\n" +
  "Where are the spare oars kept?\n\nThey hang behind the blue door."
const animals = ["Adder", "Beaver", "Crane"]
  .map(
    (name, at) => `Animal: ${name}; Where it lives: in the reserve behind the mill; Length: ${at + 1} metres`
  )
  .join("\n")

test.each([
  // A number where the question asks for one, a name where it asks who; a thing once.
  [windmill, "How long are the sails of the windmill?", /^Each sail is 11 metres/],
  [miller, "Who is the miller?", /^The miller is Antje Koops/],
  [glacier, "Who measures the glacier?", /^The glacier is measured by the university of Bern \[1\]\.$/],
  // No price for what is without something.
  [lido, "Can children use the lido without an adult?", /^[^€]*$/],
  [lido, "What does a ticket for an adult cost?", /€5/],
  [tasks, "Who paints the jetty?", /^paint the jetty \(Svenja\) \[1\]\.$/],
  [tasks, "Who replaces the lock of the shed?", /^Done: replace the lock of the shed \(Peer\) \[1\]\.$/],
  // More than the label of an item, and what follows a question of the page.
  [
    minutes,
    "Who repairs the slipway?",
    /^The firm Dahl repairs the slipway in July, after the storm of 8 May/
  ],
  [minutes, "Where is the summer party?", /^It is held behind the boathouse \[1\]\.$/],
  [minutes, "Is there a summer party?", /^Summer party \[1\]\./],
  [faq, "Who do I phone about a damaged boat?", /^The boat warden is Peer Lund \[1\]\.$/],
  [faq, "Where are spare oars?", /^They hang behind the blue door \[1\]\.$/],
  // A calculation has no answer.
  [minutes, "What is 4+4?", /^No answer/],
  [minutes, "How much is 3 times 4?", /^No answer/],
  [minutes, "20% of 4?", /^No answer/],
  // One of several lines that name their values.
  [animals, "How long is the beaver?", /^(?!.*Crane).*Beaver/]
] as const)("of %j: %s is %s", function* ([page, question, expected]) {
  assert.match((yield* answerFrom([[page, "2026-11-01"]], question)) ?? "", expected)
})

test.each([
  ["2026-03-10", "2026-06-09", "The committee raised the budget for the regatta to €5,200 [1]."],
  ["2026-06-09", "2026-03-10", "The budget for the regatta is €4,000 [1]."],
  ["2026-03-10", "2026-03-10", "The budget for the regatta is €4,000 [1]."]
])("of pages of %s and %s that say as much, the newest is quoted", function* ([first, second, expected]) {
  const pages = [
    ["The treasurer praised the budget of the regatta.", "2026-11-01"],
    ["The budget for the regatta is €4,000.", first],
    ["The committee raised the budget for the regatta to €5,200.", second]
  ] as const
  assert.strictEqual(yield* answerFrom(pages, "How much is the budget for the regatta?"), expected)
})
