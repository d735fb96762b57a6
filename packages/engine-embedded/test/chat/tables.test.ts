// Answers from tables and lists: a sentence of the row that is asked for, named by its heading.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Embedded from "../../src/index.ts"
import { scratch, write } from "../search/support.ts"
import { ask, create } from "./support.ts"

const files = {
  "museum.md":
    "# City museum\n\nThe museum is in the old town, two minutes from the station.\n\n## Museum prices\n\n" +
    "| Ticket | Price |\n|---|---|\n| Adult | €12 |\n| Child under 12 | €6 |\n| **Family ticket** | €24 |\n",
  "library.md":
    "# Public library\n\nBring your card when you borrow books.\n\n## Library hours\n\n" +
    "| Day | Opens | Closes |\n|---|---|---|\n| Monday | closed | closed |\n| Tuesday to Friday | 09:00 | 19:00 |\n| Saturday | 10:00 | 14:00 |\n\n" +
    "## Loans\n\n| Item | Loan period | Renewals |\n|---|---|---|\n| Book | 4 weeks | 2 |\n| DVD | 1 week | none |\n",
  "pool.html":
    "<title>Swimming pool</title><h1>Swimming pool</h1><p>Children swim free of charge.</p><h2>Opening times</h2>" +
    "<table><tr><th>Season</th><th>Weekdays</th><th>Weekend</th></tr><tr><td>Summer</td><td>8 am to 9 pm</td><td>9 am to 8 pm</td></tr>" +
    "<tr><td>Winter</td><td>10 am to 8 pm</td><td>10 am to 6 pm</td></tr></table>",
  "clinic.md":
    "# Clinic\n\n- Physiotherapist: Ana Duarte, Tuesdays and Thursdays\n- Dentist: Tom Reed, Mondays\n",
  "fees.md":
    "# Mooring\n\n| Boat | Fee per night |\n|---|---|\n| Under 10 metres | 18 EUR |\n| Over 10 metres | 31 EUR |\n"
}

const answers: ReadonlyArray<readonly [question: string, answer: string]> = [
  ["How much is a family ticket?", "Family ticket: €24 (Museum prices) [1]."],
  ["How much does a child pay?", "Child under 12: €6 (Museum prices) [1]."],
  ["What are the museum prices?", "Adult: €12; Child under 12: €6; Family ticket: €24 (Museum prices) [1]."],
  ["What are the library hours on Saturday?", "Saturday: Opens 10:00, Closes 14:00 (Library hours) [1]."],
  [
    "When does the library close on Wednesday?",
    "Tuesday to Friday: Opens 09:00, Closes 19:00 (Library hours) [1]."
  ],
  ["When is the library open on Monday?", "Monday: Opens closed, Closes closed (Library hours) [1]."],
  ["How long can I borrow a DVD?", "DVD: Loan period 1 week, Renewals none (Loans) [1]."],
  [
    "What time does the pool close on weekends in winter?",
    "Winter: Weekdays 10 am to 8 pm, Weekend 10 am to 6 pm (Opening times) [1]."
  ],
  [
    "What is the fee per night for a boat over 10 metres?",
    "Over 10 metres: 31 EUR (Mooring, Fee per night) [1]."
  ],
  // Words of one family, and a day that speaks of days.
  ["Who does physiotherapy?", "Physiotherapist: Ana Duarte, Tuesdays and Thursdays [1]."],
  ["Which days is the dentist there?", "Dentist: Tom Reed, Mondays [1]."]
]

const declined = [
  "How much is a dog ticket?",
  "When does the museum open on Saturday?",
  "Can a child enter the museum without an adult?",
  "What are the library hours on Sunday?",
  "What is the price of coffee in the museum?"
]

describe("a question that a table or list answers", () => {
  it.effect("gets a sentence of its row; one that no row answers gets none", () =>
    Effect.gen(function* () {
      const folder = yield* scratch
      write(folder, files)
      const layer = Embedded.layerChat.pipe(
        Layer.provide(Embedded.layerSearch({ folder })),
        Layer.provide(Embedded.layerDecisions)
      )
      yield* Effect.gen(function* () {
        for (const [question, answer] of answers) {
          const { choices, citations } = yield* create(ask(question))
          assert.strictEqual(choices[0]?.message.content, answer, question)
          assert.strictEqual(citations?.length, 1, question)
        }
        for (const question of declined) {
          const { choices, citations } = yield* create(ask(question))
          assert.match(choices[0]?.message.content ?? "", /^No (?:page|answer)/, question)
          assert.deepEqual(citations, [], question)
        }
      }).pipe(Effect.provide(layer))
    })
  )
})
