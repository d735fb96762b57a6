// Provokes every class of error, and says what to do about it, as Effects, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat } from "@leadline/core/chat"
import { withOptions } from "@leadline/core/client"
import type { ApiError } from "@leadline/core/errors"
import { Search } from "@leadline/core/search"
import { Skills } from "@leadline/core/skills"
import { fail, mockClient, respond } from "@leadline/core/testing"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const advise = (advice: string) => (error: ApiError) =>
  Console.log(`${error._tag}: ${error.message}\n  ${advice}`)

/** What a program does about a failure. A class that is missing stays in the type, and `never` refuses it. */
const provoke = <A, R>(call: Effect.Effect<A, ApiError, R>): Effect.Effect<void, never, R> =>
  Effect.andThen(call, Console.log("no error")).pipe(
    Effect.catchTags({
      InvalidRequestError: (error) =>
        advise(`fix ${error.issues?.map(({ path }) => path.join(".")).join(", ") ?? "the request"}`)(error),
      AuthenticationError: advise("use another key"),
      PermissionDeniedError: advise("ask for the permission"),
      NotFoundError: advise("check the id, then the base URL"),
      ConflictError: advise("read again, then write"),
      PayloadTooLargeError: advise("send less"),
      RateLimitError: (error) => advise(`try again in ${(error.retryAfter ?? 5_000) / 1_000} s`)(error),
      UnavailableError: (error) => advise(`try again in ${(error.retryAfter ?? 5_000) / 1_000} s`)(error),
      InternalServerError: (error) => advise(`try later; report ${error.requestId ?? "it"}`)(error),
      ConnectionError: (error) => advise(`check network and base URL (${error.reason})`)(error),
      DeadlineExceededError: (error) => advise(`allow more time, or send less (${error.phase})`)(error),
      InvalidResponseError: (error) => advise(`check the base URL (${error.reason}), else report it`)(error),
      StreamTruncatedError: (error) => advise(`keep what came (${error.eventsSeen}), or ask again`)(error)
    })
  )

const ask = (content: string) => ({ model: "sonar", messages: [{ role: "user", content }] }) as const
const search = Search.use((service) => service.create({ query: "tides" }))
const idempotency_key = crypto.randomUUID()
const submit = (content: string) =>
  AsyncChat.use((service) => service.create({ request: ask(content), idempotency_key }))

const real = Effect.gen(function* () {
  const skills = yield* Skills
  yield* provoke(Search.use((service) => service.create({ query: "tides", max_results: 0 })))
  yield* provoke(skills.get({ skill_id: "no-such-skill" }))
  yield* provoke(Effect.andThen(submit("When is high water?"), submit("When is low water?")))
  yield* provoke(skills.create({ file: new Uint8Array(33 * 2 ** 20) }))
  const answer = Chat.use((chat) => chat.create(ask("When is high water?")))
  yield* provoke(withOptions(answer, { timeout: 1 }))
})

// What a service in good health does not do: a client without one.
const delta = { choices: [{ index: 0, delta: { content: "At" } }] }
const chunk = { id: "1", model: "sonar", created: 1_790_000_000, ...delta }
const stream = respond.chat.stream([chunk, { ...chunk, object: "chat.completion.done" }])
const steps = [403, 429, 500, 503].map((status) => fail.status(status, { retryAfter: "2 seconds" }))
const mock = mockClient([...steps, fail.html(200), fail.cut(stream, 150)], { maxRetries: 0 }).layer

const mocked = Effect.gen(function* () {
  const chat = yield* Chat
  for (let time = 0; time < 5; time++) yield* provoke(search)
  yield* provoke(chat.create(ask("When is high water?"), { viaStream: true }))
})

const wrongKey = layerClient({ apiKey: "not-a-key-of-anybody", baseUrl })
const wrongPort = layerClient({ baseUrl: "http://127.0.0.1:1", maxRetries: 0 })
await Effect.runPromise(Effect.provide(real, layerClient({ apiKey, baseUrl })))
await Effect.runPromise(Effect.provide(provoke(search), wrongKey))
await Effect.runPromise(Effect.provide(provoke(search), wrongPort))
await Effect.runPromise(Effect.provide(mocked, mock))
