// Faults of decision servers, each put into a right one, with the check that finds it.
import { requestFaults } from "./requestFaults.ts"
import { fault, type Json, ofAnswers, questionsOf, type SeededFault } from "./SeededFault.ts"

const shift = (p: number, by: number) => Math.min(1, Math.max(0, p + by))

let calls = 0

/** The probabilities of an answer. */
const sharesOf = (answer: Json) => Object.values<number>(answer["probabilities"])

/** All faults. */
export const faults: ReadonlyArray<SeededFault> = [
  ...requestFaults,
  ofAnswers("probabilities that do not sum to 1", "numbers.sum", "choice", ({ probabilities }) => {
    for (const name of Object.keys(probabilities)) probabilities[name] *= 0.9
  }),
  ofAnswers("a choice that is not the most probable", "numbers.argmax", "choice", (answer) => {
    const names = Object.entries<number>(answer["probabilities"]).toSorted(([, a], [, b]) => a - b)
    answer["choice"] = names[0]?.[0]
  }),
  ofAnswers("a score that is the most probable level", "numbers.mean", "score", (answer) => {
    const p = sharesOf(answer)
    answer["score"] = p.indexOf(Math.max(...p))
  }),
  ofAnswers("the confidence of a choice by entropy", "numbers.choice-confidence", "choice", (answer) => {
    const p = sharesOf(answer)
    const entropy = p.reduce((sum, share) => sum - (share > 0 ? share * Math.log(share) : 0), 0)
    answer["confidence"] = p.length < 2 ? 1 : shift(0, 1 - entropy / Math.log(p.length))
  }),
  ofAnswers("the confidence of a score is its top", "numbers.score-confidence", "score", (answer) => {
    answer["confidence"] = Math.max(...sharesOf(answer))
  }),
  ofAnswers("no confidence", "form.confidence", "choice", (answer) => delete answer["confidence"]),
  ofAnswers("a legend in reverse", "form.legend", "score", (answer) => {
    const texts = Object.values(answer["legend"])
    answer["legend"] = Object.fromEntries(texts.toReversed().map((text, level) => [String(level), text]))
  }),
  fault("a question without an answer", "form.names", ({ body, status }) => {
    if (status === 200) delete body?.["answers"]["mood"]
  }),
  fault("an answer that was not asked", "form.names", ({ body, status }) => {
    if (status === 200 && body !== undefined) body["answers"]["more"] = { type: "noul", noul: 0.5 }
  }),
  ofAnswers("an option without a probability", "form.options", "choice", ({ probabilities }) => {
    delete probabilities[Object.keys(probabilities).at(-1) ?? ""]
  }),
  ofAnswers("a probability above 1", "form.probability", "noul", (answer) => (answer["noul"] = 1.2)),
  ofAnswers("a probability as text", "form.probability", "noul", (answer) => (answer["noul"] = "0.5")),
  ofAnswers("another type than asked", "form.type", "noul", (answer) => (answer["type"] = "boolean")),
  fault("no usage", "form.usage", ({ body }) => void delete body?.["usage"]),
  fault("a model that was not asked for", "form.model", ({ body }) => {
    if (body?.["model"] !== undefined) body["model"] = "gpt"
  }),
  fault("JSON sent as text", "form.json", (exchange) => void (exchange.type = "text/plain")),
  ofAnswers("answers by chance", "questions.repeat", "noul", (answer) => {
    answer["noul"] = (++calls * 0.37) % 1
  }),
  ofAnswers("the first question counts more", "questions.order", "noul", (answer, exchange, name) => {
    if (Object.keys(exchange.sent?.["questions"])[0] === name)
      answer["noul"] = shift(answer["noul"], answer["noul"] > 0.5 ? -0.3 : 0.3)
  }),
  ofAnswers("company changes an answer", "questions.company", "noul", (answer, exchange) => {
    if (questionsOf(exchange).length > 1)
      answer["noul"] = shift(answer["noul"], answer["noul"] > 0.5 ? -0.2 : 0.2)
  }),
  ofAnswers("the first option wins", "options.order", "choice", (answer, exchange, name) => {
    const options = Object.keys(exchange.sent?.["questions"][name]["criteria"])
    const share = options.length < 2 ? 1 : 0.7
    const rest = (1 - share) / (options.length - 1)
    answer["choice"] = options[0]
    answer["confidence"] = options.length < 2 ? 1 : (share - 1 / options.length) / (1 - 1 / options.length)
    answer["probabilities"] = Object.fromEntries(
      options.map((option, at) => [option, at === 0 ? share : rest])
    )
  }),
  fault("a name of every object is lost", "options.names", ({ body, sent, status }) => {
    if (status === 200 && Object.hasOwn(sent?.["questions"] ?? {}, "__proto__"))
      delete body?.["answers"]["__proto__"]
  }),
  ofAnswers("a single option is unsure", "options.single", "choice", ({ probabilities }) => {
    const names = Object.keys(probabilities)
    if (names.length === 1) probabilities[names[0] ?? ""] = 0.99
  }),
  fault("an object is read as nothing", "coherence.form", async (exchange) => {
    if (exchange.sent?.["state"]?.["text"] === undefined || exchange.status !== 200) return
    const state = "The page shows an error, the app crashes."
    exchange.body = await exchange.ask({ ...exchange.sent, state })
  }),
  ofAnswers("a negation is not heard", "coherence.negation", "noul", (answer, exchange, name) => {
    if (name === "no refund") answer["noul"] = exchange.body?.["answers"]["refund"]["noul"] < 0.5 ? 0.1 : 0.9
    if (name === "refund") answer["noul"] = answer["noul"] < 0.5 ? 0.1 : 0.9
  }),
  ofAnswers("criteria of a noul are not read", "coherence.criteria", "noul", (answer, exchange, name) => {
    if (exchange.sent?.["questions"][name]["criteria"] !== undefined) answer["noul"] = 0.8
  }),
  ofAnswers("the last level is always the likeliest", "coherence.levels", "score", (answer) => {
    const levels = Object.keys(answer["probabilities"])
    const top = levels.length - 1
    answer["probabilities"] = Object.fromEntries(levels.map((level, at) => [level, at === top ? 1 : 0]))
    Object.assign(answer, { score: top, confidence: 1 })
  }),
  fault("every request fails", "form.status", (exchange) => {
    if (exchange.status === 200) exchange.status = 500
  })
]
