// Which sentences and rows of a page an answer quotes.
import { assert } from "vitest"
import * as Effect from "effect/Effect"
import { chatText, finding, test } from "../support/services.ts"

const windmill =
  "# The windmill of Oster\n\nPeople come to the windmill from far away. Many visitors ask about the sails of the windmill. " +
  "Each sail is 11 metres long and weighs 900 kilograms."
const miller = "The miller grinds rye and spelt. The miller is Antje Koops, who learned the trade in Holland."
const lido =
  "# Lido\n\n## Tickets for children and adults\n\n" +
  "| Ticket | Price |\n|---|---|\n| Child | €2 |\n| Adult | €5 |\n\nThe lido has a slide."
const adult = /^Adult: €5 \(Tickets for children and adults, Price\) \[1\]\.$/
const tasks = "- [ ] paint the jetty (Svenja)\n- [x] replace the lock of the shed (Peer)"
const minutes =
  "1. Slipway repair. The firm Dahl repairs it in July, after the storm of 8 May.\n" +
  "2. Summer party. It is held behind the boathouse.\n3. Boat K-4. It hit the pier."
const faq = "Where are the spare oars kept?\n\nThey hang behind the blue door."
const animal = (name: string, at: number) =>
  `Animal: ${name}; Where it lives: in the reserve behind the mill; Length: ${at + 1} metres`
const kiosk = "The kiosk is open until 5 p.m."
const animals = ["Adder", "Beaver", "Crane"].map(animal).join("\n")

test.each([
  // A number where the question asks for one, a name where it asks who.
  [windmill, "How long are the sails of the windmill?", /^Each sail is 11 metres/],
  [miller, "Who is the miller?", /^The miller is Antje Koops/],
  [lido, "What does a ticket for an adult cost?", adult],
  [tasks, "Who replaces the lock of the shed?", /^Done: replace the lock of the shed \(Peer\) \[1\]\.$/],
  // What follows the label of an item, or a question of the page.
  [minutes, "Who repairs the slipway?", /The firm Dahl repairs it in July, after the storm of 8 May/],
  [faq, "Where are spare oars?", /^They hang behind the blue door \[1\]\.$/],
  [kiosk, "Until when is the kiosk open?", /^The kiosk is open until 5 p\.m\. \[1\]\.$/],
  // A calculation has no answer.
  [minutes, "What is 4+4?", /^No answer/],
  // One of several lines that name their values.
  [animals, "How long is the beaver?", /^(?!.*Crane).*Beaver/]
] as const)("of %j: %s is %s", function* ([snippet, question, expected]) {
  const page = { title: "The lido and the mill of Oster", url: "https://oster.example/", snippet }
  const quoted = yield* Effect.provide(chatText(question), finding(page))
  assert.match(quoted ?? "", expected)
})

test.each([
  ["2026-03-10", "2026-06-09", "The committee raised the budget for the regatta to €5,200 [1]."],
  ["2026-03-10", "2026-03-10", "The budget for the regatta is €4,000 [1]."]
])("of pages of %s and %s that say as much, the newest is quoted", function* ([first, second, expected]) {
  const results = [
    ["The treasurer praised the budget of the regatta.", "2026-11-01"],
    ["The budget for the regatta is €4,000.", first],
    ["The committee raised the budget for the regatta to €5,200.", second]
  ].map(([snippet, date], at) => ({ title: "Minutes", url: `https://r.example/${at}`, snippet, date }))
  const asked = "How much is the budget for the regatta?"
  assert.strictEqual(yield* Effect.provide(chatText(asked), finding(...results)), expected)
})
