// Provokes every class of error, and says what to do about it. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { type ApiError, isApiError } from "@leadline/core/errors"
import { fail, mockClient, respond } from "@leadline/core/testing"
import { createClient } from "@leadline/transport-node"

/** What a program does about a failure. A class that is missing here is a type error. */
const whatToDo = (error: ApiError): string => {
  switch (error._tag) {
    case "InvalidRequestError":
      return `fix ${error.issues?.map(({ path }) => path.join(".")).join(", ") ?? "the request"}`
    case "AuthenticationError":
      return "use another key"
    case "PermissionDeniedError":
      return "ask for the permission"
    case "NotFoundError":
      return "check the id, then the base URL"
    case "ConflictError":
      return "read again, then write"
    case "PayloadTooLargeError":
      return "send less"
    case "RateLimitError":
    case "UnavailableError":
      return `try again in ${(error.retryAfter ?? 5_000) / 1_000} s`
    case "InternalServerError":
      return `try later; report the request id ${error.requestId ?? "if there is one"}`
    case "ConnectionError":
      return `check network and base URL (${error.reason}); ${error.sent === true ? "it may have arrived" : "nothing was sent"}`
    case "DeadlineExceededError":
      return `allow more time, or send less (${error.phase})`
    case "InvalidResponseError":
      return `check the base URL (${error.reason}), else report it`
    case "StreamTruncatedError":
      return `keep the ${error.eventsSeen} events that came, or ask again`
  }
}

const provoke = async (call: PromiseLike<unknown>): Promise<void> => {
  try {
    await call
    console.log("no error")
  } catch (error) {
    // Anything else is a fault of the program: a TypeError for a wrong option, say.
    if (!isApiError(error)) throw error
    console.log(`${error._tag}: ${error.message}\n  ${whatToDo(error)}`)
  }
}

const client = createClient()
const ask = (content: string) => ({ model: "sonar", messages: [{ role: "user", content }] }) as const
const wrongKey = createClient({ apiKey: "not-a-key-of-anybody" })
const wrongPort = createClient({ baseUrl: "http://127.0.0.1:1", maxRetries: 0 })
const idempotency_key = crypto.randomUUID()
await client.asyncChat.create({ request: ask("When is high water?"), idempotency_key })

await provoke(client.search.create({ query: "tides", max_results: 0 }))
await provoke(wrongKey.skills.list())
await provoke(client.skills.get({ skill_id: "no-such-skill" }))
await provoke(client.asyncChat.create({ request: ask("When is low water?"), idempotency_key }))
await provoke(client.skills.create({ file: new Uint8Array(33 * 2 ** 20) }))
await provoke(wrongPort.models.list())
await provoke(client.chat.create(ask("When is high water?"), { timeout: 1 }))
await Promise.all([client.close(), wrongKey.close(), wrongPort.close()])

// What a service in good health does not do: a client without one.
const delta = { choices: [{ index: 0, delta: { content: "At" } }] }
const chunk = { id: "1", model: "sonar", created: 1_790_000_000, ...delta }
const stream = respond.chat.stream([chunk, { ...chunk, object: "chat.completion.done" }])
const steps = [403, 429, 500, 503].map((status) => fail.status(status, { retryAfter: "2 seconds" }))
const mock = mockClient([...steps, fail.html(200), fail.cut(stream, 150)], { maxRetries: 0 }).client
for (let time = 0; time < 5; time++) await provoke(mock.search.create({ query: "tides" }))
await provoke(mock.chat.create(ask("When is high water?"), { viaStream: true }))
await mock.close()
