// Texts in other languages than English: unsure answers, and a notice.
import { assert } from "vitest"
import { answers, choice, engine, noul, score } from "../support/decisions.ts"
import { servedRequest, test } from "../support/engines.ts"

const asks = [
  noul("Is the paket kaput?"),
  choice("What is it about?", ["paket", "Ein Karton"], ["retard", "Le colis"]),
  score("How bad is it?", ["not bad", "very bad"])
]

test.each([
  "Das Paket kam zu spät an und der Karton war beschädigt. Ich bitte um Erstattung.",
  "Le colis est arrivé en retard et le carton était abîmé.",
  "荷物が遅れて届きました。",
  "Посылка пришла с опозданием."
])("%s gives equal weights, whatever words it shares with the questions, and a notice", function* (text) {
  const { notices, provide } = servedRequest()
  const { weights } = yield* provide(engine.weigh(text, asks))
  for (const own of weights) assert.strictEqual(new Set(own).size, 1)
  assert.strictEqual(notices(), "language-unsupported")
})

test.each([
  "Ticket INV-2231: user jsmith@corp.example can't login to VPN gw-eu-3",
  "kubectl apply failed: CrashLoopBackOff in pod api-7f9c",
  "Mr. Müller of Köln paid 40 EUR."
])("%s is English with names and identifiers, without a notice", function* (text) {
  const { notices, provide } = servedRequest()
  const asked = noul(`Is it about ${text.split(" ").slice(0, 3).join(" ")}?`)
  assert.notDeepEqual(yield* provide(answers(text, [asked])), [[0.5, 0.5]])
  assert.isUndefined(notices())
})

test("a question in another language leaves the other questions as they are", function* () {
  const plain = noul("Was the parcel late?")
  const state = "The parcel was late and the box was damaged."
  const [first, second] = yield* answers(state, [noul("Ist das Paket zu spät gekommen?"), plain])
  assert.deepStrictEqual([first, second], [[0.5, 0.5], (yield* answers(state, [plain]))[0]])
})
