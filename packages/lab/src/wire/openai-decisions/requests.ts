// What the wire cases of OpenAI's Decisions ask.
import { png } from "../decisions/requests.ts"

/** The path of the dialect. */
export const path = "/openai/v1/decisions"
/** A question. */
export const predicate = { type: "predicate", instructions: "Is it?" }
/** An image part. */
export const image = { type: "input_image", image_url: png, detail: "original" }
/** A message. */
export const user = (content: unknown) => ({ role: "user", content })

/** A request. */
export const ask = (questions: unknown, rest: object = {}) => ({
  model: "decider-27b",
  input: "x",
  questions,
  ...rest
})
