// What a body that is no JSON is answered: the place of the byte where it stops being JSON.
// Source: §7; Assumed: ours for the place.
import * as ApiError from "../../errors/ApiError.ts"

/** The failure of a body with a wrong byte at this place. */
export const malformed = (errorAt: number, isEmpty = false): ApiError.InvalidRequestError =>
  new ApiError.InvalidRequestError({
    message: isEmpty ? "The body is empty: expected JSON" : `The body is not valid JSON, at byte ${errorAt}`,
    issues: [{ path: [errorAt], message: "JSON decode error", code: "json_invalid" }]
  })
