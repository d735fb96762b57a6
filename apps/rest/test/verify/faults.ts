// Faults of decision servers, each put into a right one, with the check that finds it.
import { dialectFaults } from "./dialectFaults.ts"
import { requestFaults } from "./requestFaults.ts"
import { each, fault, questionsOf, type SeededFault } from "./SeededFault.ts"

const shift = (p: number, by: number) => Math.min(1, Math.max(0, p + by))

let calls = 0

/** All faults. */
export const faults: ReadonlyArray<SeededFault> = [
  ...requestFaults,
  ...dialectFaults,
  fault(
    "probabilities that do not sum to 1",
    "numbers.sum",
    each("choice", (answer) => {
      for (const name of Object.keys(answer["probabilities"])) answer["probabilities"][name] *= 0.9
    })
  ),
  fault(
    "a choice that is not the most probable",
    "numbers.argmax",
    each("choice", (answer) => {
      const names = Object.entries<number>(answer["probabilities"]).toSorted(([, a], [, b]) => a - b)
      answer["choice"] = names[0]?.[0]
    })
  ),
  fault(
    "a choice that is no option",
    "numbers.argmax",
    each("choice", (answer) => (answer["choice"] = "other"))
  ),
  fault(
    "a score that is the most probable level",
    "numbers.mean",
    each("score", (answer) => {
      const p = Object.values<number>(answer["probabilities"])
      answer["score"] = p.indexOf(Math.max(...p))
    })
  ),
  fault(
    "levels that count from 1",
    "numbers.mean",
    each("score", (answer) => (answer["score"] += 1))
  ),
  fault(
    "the confidence of a choice by entropy",
    "numbers.choice-confidence",
    each("choice", (answer) => {
      const p = Object.values<number>(answer["probabilities"])
      const entropy = p.reduce((sum, share) => sum - (share > 0 ? share * Math.log(share) : 0), 0)
      answer["confidence"] = p.length < 2 ? 1 : Math.min(1, Math.max(0, 1 - entropy / Math.log(p.length)))
    })
  ),
  fault(
    "the confidence of a score is its largest probability",
    "numbers.score-confidence",
    each("score", (answer) => {
      answer["confidence"] = Math.max(...Object.values<number>(answer["probabilities"]))
    })
  ),
  fault(
    "no confidence",
    "form.confidence",
    each("choice", (answer) => delete answer["confidence"])
  ),
  fault(
    "a legend in reverse",
    "form.legend",
    each("score", (answer) => {
      const texts = Object.values(answer["legend"])
      answer["legend"] = Object.fromEntries(texts.toReversed().map((text, level) => [String(level), text]))
    })
  ),
  fault("a question without an answer", "form.names", ({ body, status }) => {
    if (status === 200) delete body?.["answers"]["mood"]
  }),
  fault("an answer that was not asked", "form.names", ({ body, status }) => {
    if (status === 200 && body !== undefined) body["answers"]["more"] = { type: "noul", noul: 0.5 }
  }),
  fault(
    "an option without a probability",
    "form.options",
    each("choice", (answer) => {
      delete answer["probabilities"][Object.keys(answer["probabilities"]).at(-1) ?? ""]
    })
  ),
  fault(
    "a probability above 1",
    "form.probability",
    each("noul", (answer) => (answer["noul"] = 1.2))
  ),
  fault(
    "a probability as text",
    "form.probability",
    each("noul", (answer) => (answer["noul"] = String(answer["noul"])))
  ),
  fault(
    "another type than that of the question",
    "form.type",
    each("noul", (answer) => (answer["type"] = "boolean"))
  ),
  fault("no usage", "form.usage", ({ body }) => void delete body?.["usage"]),
  fault("a model that was not asked for", "form.model", ({ body }) => {
    if (body?.["model"] !== undefined) body["model"] = "gpt"
  }),
  fault("JSON sent as text", "form.json", (exchange) => void (exchange.type = "text/plain")),
  fault(
    "answers by chance",
    "questions.repeat",
    each("noul", (answer) => {
      answer["noul"] = (++calls * 0.37) % 1
    })
  ),
  fault(
    "the first question counts more",
    "questions.order",
    each("noul", (answer, exchange, name) => {
      if (Object.keys(exchange.sent?.["questions"])[0] === name)
        answer["noul"] = shift(answer["noul"], answer["noul"] > 0.5 ? -0.3 : 0.3)
    })
  ),
  fault(
    "company changes an answer",
    "questions.company",
    each("noul", (answer, exchange) => {
      const isAlone = questionsOf(exchange).length === 1
      if (!isAlone) answer["noul"] = shift(answer["noul"], answer["noul"] > 0.5 ? -0.2 : 0.2)
    })
  ),
  fault(
    "the first option wins",
    "options.order",
    each("choice", (answer, exchange, name) => {
      const options = Object.keys(exchange.sent?.["questions"][name]["criteria"])
      const share = options.length < 2 ? 1 : 0.7
      answer["choice"] = options[0]
      answer["confidence"] = options.length < 2 ? 1 : (share - 1 / options.length) / (1 - 1 / options.length)
      answer["probabilities"] = Object.fromEntries(
        options.map((option, at) => [option, at === 0 ? share : (1 - share) / (options.length - 1)])
      )
    })
  ),
  fault("a name of every object is lost", "options.names", ({ body, sent, status }) => {
    if (status === 200 && Object.hasOwn(sent?.["questions"] ?? {}, "__proto__"))
      delete body?.["answers"]["__proto__"]
  }),
  fault(
    "a single option is unsure",
    "options.single",
    each("choice", (answer) => {
      const names = Object.keys(answer["probabilities"])
      if (names.length === 1) answer["probabilities"][names[0] ?? ""] = 0.99
    })
  ),
  fault("an object is read as nothing", "coherence.form", async (exchange) => {
    if (exchange.sent?.["state"]?.["text"] === undefined || exchange.status !== 200) return
    exchange.body = await exchange.ask({
      ...exchange.sent,
      state: "The page shows an error, the app crashes."
    })
  }),
  fault(
    "a negation is not heard",
    "coherence.negation",
    each("noul", (answer, exchange, name) => {
      if (name === "no refund")
        answer["noul"] = exchange.body?.["answers"]["refund"]["noul"] < 0.5 ? 0.1 : 0.9
      if (name === "refund") answer["noul"] = answer["noul"] < 0.5 ? 0.1 : 0.9
    })
  ),
  fault(
    "criteria of a noul are not read",
    "coherence.criteria",
    each("noul", (answer, exchange, name) => {
      if (exchange.sent?.["questions"][name]["criteria"] !== undefined) answer["noul"] = 0.8
    })
  ),
  fault(
    "the last level is likeliest whatever it is",
    "coherence.levels",
    each("score", (answer) => {
      const levels = Object.keys(answer["probabilities"])
      const top = levels.length - 1
      answer["probabilities"] = Object.fromEntries(levels.map((level, at) => [level, at === top ? 1 : 0]))
      Object.assign(answer, { score: top, confidence: 1 })
    })
  ),
  fault("every request fails", "form.status", (exchange) => {
    if (exchange.status === 200) exchange.status = 500
  })
]
