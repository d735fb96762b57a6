// Faults in answers of System One and of OpenAI's Decisions.
import { each, fault, type Json, type SeededFault } from "./SeededFault.ts"

/** The answers of a list. */
const listed = (body: Json | undefined, status: number): ReadonlyArray<Json> =>
  status === 200 ? (body?.["answers"] ?? []) : []

/** Faults of the other dialects. */
export const dialectFaults: ReadonlyArray<SeededFault> = [
  fault(
    "system-one: validation fails with 500",
    "errors.type",
    (exchange) => {
      if (exchange.status === 422) exchange.status = 500
    },
    "system-one"
  ),
  fault(
    "system-one: unknown fields fail the server",
    "errors.field",
    (exchange) => {
      if (exchange.sent?.["leadline_verify"] !== undefined) exchange.status = 500
    },
    "system-one"
  ),
  fault("system-one: no model", "form.model", ({ body }) => void delete body?.["model"], "system-one"),
  fault(
    "system-one: rounded to one decimal",
    "numbers.sum",
    each("choice", (answer) => {
      for (const [name, p] of Object.entries<number>(answer["probabilities"]))
        answer["probabilities"][name] = Math.ceil(p * 10) / 10
    }),
    "system-one"
  ),
  fault(
    "openai: answers in another order",
    "form.names",
    ({ body, status }) => {
      if (status === 200) body?.["answers"].reverse()
    },
    "openai-decisions"
  ),
  fault(
    "openai: a boolean comes back as text",
    "form.values",
    ({ body, status }) => {
      for (const answer of listed(body, status))
        if (typeof answer["choice"] === "boolean") answer["choice"] = String(answer["choice"])
    },
    "openai-decisions"
  ),
  fault(
    "openai: a wrong total of tokens",
    "form.usage",
    ({ body, status }) => {
      if (status === 200 && body !== undefined) body["usage"]["total_tokens"] += 7
    },
    "openai-decisions"
  ),
  fault(
    "openai: levels without labels",
    "form.legend",
    ({ body, status }) => {
      for (const answer of listed(body, status))
        if (answer["type"] === "score") for (const level of answer["probabilities"]) delete level["label"]
    },
    "openai-decisions"
  )
]
