// The search before an answer: how often a service is asked, and what it costs.
import { assert } from "vitest"
import { modelTransport, searchOf, servicesOf, textReply } from "../../support/modelScript.ts"
import { test } from "../../support/effects.ts"

test("a chat has so many queries as its languages leave of the calls of a search, at their price", function* () {
  const model = modelTransport((body, call) => textReply(body, call === 0 ? "one\ntwo\nthree" : "Now [1]."))
  const web = searchOf(1, undefined, 0.01)
  const { chat } = yield* servicesOf(model, web)
  const languages = ["de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "pl"]
  const { usage } = yield* chat.create({
    model: "sonar-reasoning-pro",
    messages: [{ role: "user", content: "High water at Brest?" }],
    search_language_filter: languages
  })
  const [asked] = web.asked
  assert.deepStrictEqual([asked?.query, asked?.search_language_filter], [["one", "two"], languages])
  assert.deepStrictEqual(usage?.cost, {
    input_tokens_cost: 0,
    output_tokens_cost: 0,
    search_queries_cost: 0.01,
    total_cost: 0.01
  })
})
