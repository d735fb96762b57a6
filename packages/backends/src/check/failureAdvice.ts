// Advice to the operator on the error of a call of the check.
import type { ApiError } from "@leadline/core/errors"

/** One sentence or two. */
export const adviceOn = (error: ApiError): string => {
  switch (error._tag) {
    case "InternalServerError":
      return "It refuses the key, or has no such path or model: check apiKey, url and models."
    case "DeadlineExceededError":
      return "It does not answer in time: check the load of the server, and timeout."
    case "InvalidRequestError":
      return error.type === "invalid_model"
        ? "It has no model for this operation: check models."
        : "It refuses a plain request: check models and limits."
    case "RateLimitError":
    case "UnavailableError":
      return "It is overloaded, or what it asks itself is away: try it again later."
    default:
      return `${error.message} The log says more.`
  }
}
