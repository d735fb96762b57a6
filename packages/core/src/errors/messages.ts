// The `type` of error objects by status, and the fixed messages of failures whose own text is not shown.
// Source: §2.4, §7.1, §7.2.

/** The `type` of an error object by its status; 400 has another one where a resource says so. */
export const errorTypes = {
  400: "invalid_request_error",
  401: "invalid_api_key",
  403: "permission_denied",
  404: "not_found",
  409: "conflict",
  413: "invalid_request_error",
  429: "too_many_requests",
  500: "internal_error",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout"
} as const

/** What is said of a status when the failure has no text of its own, or one that is not shown. */
export const fixedMessages = {
  429: "Too many requests.",
  500: "The service failed.",
  502: "The model service could not be reached, or gave no usable answer.",
  503: "The service is temporarily unavailable.",
  504: "The model did not answer in time."
} as const
