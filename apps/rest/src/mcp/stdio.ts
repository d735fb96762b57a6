// The tools on standard input and output: over a server, or over the engines of this process.
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { noticeHeader } from "@leadline/core/internal"
import { actionHeader, policyHeader } from "@leadline/core/policies"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import * as Embedded from "@leadline/engine-embedded"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { layerDocuments } from "../engines/documents.ts"
import type { EngineSettings } from "../settings/engines.ts"
import { layerStdio } from "./server.ts"
import type { Answer, Calls } from "./tools.ts"
import { withNotice } from "./withNotice.ts"

/** The paths of the operations that tools call. */
const paths: { readonly [operation: string]: string } = {
  "decisions.create": "/v1/decisions",
  "search.create": "/search",
  "chat.create": "/v1/sonar",
  "responses.create": "/v1/responses"
}

const refusal = (status: number, message: string): Answer => ({
  status,
  text: JSON.stringify({ error: { message } })
})

/** Calls of a server. */
const callsOfServer =
  (baseUrl: URL, apiKey: Redacted.Redacted | undefined): Calls["Service"]["call"] =>
  (operation, body) =>
    Effect.tryPromise(async (signal): Promise<Answer> => {
      const base = baseUrl.href.replace(/\/+$/, "")
      const response = await fetch(`${base}${paths[operation]}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey !== undefined && { authorization: `Bearer ${Redacted.value(apiKey)}` })
        },
        body,
        redirect: "error",
        signal
      })
      const header = (name: string) => response.headers.get(name) ?? undefined
      const [name, action] = [header(policyHeader), header(actionHeader)]
      return {
        status: response.status,
        text: await response.text(),
        notice: header(noticeHeader),
        policy: name === undefined || action === undefined ? undefined : { name, action }
      }
    }).pipe(Effect.orElseSucceed(() => refusal(502, "The server at LEADLINE_BASE_URL does not answer.")))

/** The service checks the request: `make` trusts nobody. */
const call = (create: (request: never) => Effect.Effect<unknown, ApiError>) => (body: string) =>
  withNotice(
    create(JSON.parse(body) as never).pipe(
      Effect.map((answer): Answer => ({ status: 200, text: JSON.stringify(answer) })),
      Effect.catch((error) => Effect.succeed(refusal(error.status ?? 400, error.message)))
    )
  )

/** Calls of the engines of this process. */
const callsOfEngines = Effect.gen(function* () {
  const { create: decide } = yield* Decisions
  const { create: search } = yield* Search
  const { create: chat } = yield* Chat
  const { create: respond } = yield* Responses
  const operations: { readonly [operation: string]: (body: string) => Effect.Effect<Answer> } = {
    "decisions.create": call(decide),
    "search.create": call(search),
    "chat.create": call(chat),
    "responses.create": call(respond)
  }
  return (operation: string, body: string) =>
    operations[operation]?.(body) ?? Effect.die(new Error(`There is no operation ${operation}`))
})

/** The engines of this process, over the documents of the settings. */
const layerLocal = (settings: EngineSettings) => {
  const sources = Layer.merge(Embedded.layerDecisions, layerDocuments(settings, undefined))
  return Layer.provideMerge(Layer.merge(Embedded.layerChat, Embedded.layerResponses()), sources)
}

/** Serves until the input ends. */
export const serveStdio = Effect.fnUntraced(function* (
  settings: EngineSettings,
  baseUrl: URL | undefined,
  apiKey: Redacted.Redacted | undefined
) {
  const calls =
    baseUrl === undefined
      ? yield* Effect.provideContext(callsOfEngines, yield* Layer.build(layerLocal(settings)))
      : callsOfServer(baseUrl, apiKey)
  return yield* Layer.launch(layerStdio({ call: calls }))
})
