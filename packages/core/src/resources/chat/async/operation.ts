// The operations as plain values: name, method, path and retry class.
// Source: §4.11; create and get are Assumed: OAS, the aliases Assumed: clients.

const path = "/v1/async/sonar"
const alias = "/async/chat/completions"

/** Submits a chat request that is answered later. With an idempotency key it may be sent twice. */
export const create = {
  name: "AsyncChat.create",
  method: "POST",
  path,
  aliases: [alias],
  retry: "generation"
} as const

/** Gets a request, with its response once there is one. */
export const get = {
  name: "AsyncChat.get",
  method: "GET",
  path: `${path}/:id`,
  aliases: [`${alias}/:id`],
  retry: "safe"
} as const

/** Lists the requests of the last 7 days, newest first. */
export const list = { name: "AsyncChat.list", method: "GET", path, aliases: [alias], retry: "safe" } as const
