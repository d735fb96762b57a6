// Texts in other languages than English: unsure answers, and a notice.
import { assert, describe } from "vitest"
import { Decisions } from "@leadline/core/decisions"
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { answers, choice, noul, score } from "../support/decisions.ts"
import { test } from "../support/engines.ts"

const foreign = [
  "Das Paket kam zu spät an und der Karton war beschädigt. Ich bitte um Erstattung.",
  "Le colis est arrivé en retard et le carton était abîmé.",
  "El paquete llegó tarde y la caja estaba rota.",
  "Het pakket kwam te laat aan en de doos was kapot.",
  "荷物が遅れて届きました。",
  "Посылка пришла с опозданием."
]
const english = [
  "Ticket INV-2231: user jsmith@corp.example can't login to VPN gw-eu-3",
  "kubectl apply failed: CrashLoopBackOff in pod api-7f9c",
  "Mr. Müller of Köln paid 40 EUR."
]
const asks = [
  noul("Is the paket kaput?"),
  choice("What is it about?", [
    ["paket", "Ein Karton"],
    ["retard", "Le colis"]
  ]),
  score("How bad is it?", ["not bad", "very bad"])
]

describe("a text in another language", () => {
  test("gives equal weights, whatever words it shares with the questions", function* () {
    for (const text of foreign)
      for (const p of yield* answers(text, asks))
        assert.isTrue(
          p.every((share) => share === 1 / p.length),
          text
        )
  })

  test("is not seen in English with names and identifiers", function* () {
    for (const text of english) {
      const [p] = yield* answers(text, [noul(`Is it about ${text.split(" ").slice(0, 3).join(" ")}?`)])
      assert.notDeepEqual(p, [0.5, 0.5], text)
    }
  })

  test("as a question leaves the other questions as they are", function* () {
    const plain = noul("Was the parcel late?")
    const state = "The parcel was late and the box was damaged."
    const [first, second] = yield* answers(state, [noul("Ist das Paket zu spät gekommen?"), plain])
    const [alone] = yield* answers(state, [plain])
    assert.deepStrictEqual(first, [0.5, 0.5])
    assert.deepStrictEqual(second, alone)
  })

  test("is told by a notice", function* () {
    const noticesOf = Effect.fnUntraced(function* (state: string) {
      const headers: Array<unknown> = []
      const served = { addHeaders: (next: (own: object) => object) => void headers.push(next({})) }
      const decisions = yield* Decisions
      yield* decisions
        .create({
          model: "decider-27b",
          state,
          questions: { late: { type: "noul", instructions: "Was the parcel late?" } }
        })
        .pipe(Effect.provideService(CurrentRequest, served as never))
      return headers
    })
    assert.deepStrictEqual(yield* noticesOf(foreign[0] ?? ""), [
      { "x-leadline-notice": "language-unsupported" }
    ])
    assert.deepStrictEqual(yield* noticesOf("The parcel was late."), [])
  })
})
