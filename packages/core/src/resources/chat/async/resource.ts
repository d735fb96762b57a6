// The operations as plain values: name, method, path and retry class.
// Source: §4.11; create and get are Assumed: OAS.

const path = "/v1/async/sonar"

/** Submits a chat request that is answered later. With an idempotency key it may be sent twice. */
export const create = {
  name: "AsyncChat.create",
  method: "POST",
  path,
  retry: "generation"
} as const

/** Gets a request, with its response once there is one. */
export const get = {
  name: "AsyncChat.get",
  method: "GET",
  path: `${path}/:id`,
  retry: "safe"
} as const

/** Lists the requests of the last 7 days, newest first. */
export const list = { name: "AsyncChat.list", method: "GET", path, retry: "safe" } as const
