// How the operations are called, as plain values.
// Source: §4.11; create and get are Assumed: OAS, the aliases Assumed: clients.

const path = "/v1/async/sonar"
const alias = "/async/chat/completions"

/** Takes a chat request to be answered later. With an idempotency key it may run twice. */
export const create = {
  name: "AsyncChat.create",
  method: "POST",
  path,
  aliases: [alias],
  retry: "generation"
} as const

/** One request, with its answer once that is there. */
export const get = {
  name: "AsyncChat.get",
  method: "GET",
  path: `${path}/:id`,
  aliases: [`${alias}/:id`],
  retry: "safe"
} as const

/** The requests of the last 7 days, newest first. */
export const list = { name: "AsyncChat.list", method: "GET", path, aliases: [alias], retry: "safe" } as const
