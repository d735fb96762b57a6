// Registry: the contract as an OpenAPI document, and the page that shows it. Beside the contract: no key, GET only.
// Source: §4, §5, §7; the two paths are Assumed: ours.
import manifest from "@leadline/core/package.json" with { type: "json" }
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Layer from "effect/Layer"
import { Api, served } from "./Api.ts"
import { errorObject } from "./errors/bodies.ts"
import { errorTypes } from "./errors/messages.ts"
import { makePage, type Page } from "./openapi/docsPage.ts"
import { exampleFailures } from "./openapi/exampleFailures.ts"
import { describe, type Examples } from "./openapi/simplify.ts"
import { bodySize } from "./openapi/statusWords.ts"
import { encodeText } from "./protocol/utf8.ts"
import { makeEncodeError } from "./server/encodeError.ts"
import { empty, json, ServerResponse } from "./server/ServerResponse.ts"
import { plainRoute, type Route } from "./server/Route.ts"

/** The operations that stream, by their resources. */
const streaming = Object.values(served).flatMap(({ endpoints: { all, name } }) =>
  all.flatMap(({ event, operation, ...endpoint }) =>
    event === undefined || operation.events === undefined || endpoint.name !== endpoint.operationName
      ? []
      : [{ resource: name, event, name: operation.events.name }]
  )
)

/** Examples of each operation: what it takes and answers, and its failures as it encodes them. */
const exampleOf = (id: string): Examples => {
  const endpoint = Object.values(served)
    .flatMap(({ endpoints: { all, name } }) => all.map((each) => ({ ...each, id: `${name}.${each.name}` })))
    .find((each) => each.id === id)
  const { event, request, response } = endpoint?.example ?? {}
  const encode = endpoint && makeEncodeError(endpoint)
  const failed = exampleFailures().flatMap((failure) => {
    const encoded = encode?.(failure)
    return encoded === undefined || typeof encoded.body !== "string" || encoded.body === ""
      ? []
      : [[encoded.status, JSON.parse(encoded.body)] as const]
  })
  return {
    request,
    event,
    answers: {
      ...Object.fromEntries(failed.toReversed()),
      ...(response !== undefined && { [endpoint?.status ?? 200]: response })
    }
  }
}

const described = Api.annotate(
  HttpApi.AdditionalSchemas,
  streaming.map(({ event }) => event)
).annotateMerge(
  OpenApi.annotations({
    title: "Leadline",
    version: manifest.version,
    summary: "Typed decisions, agents, search and embeddings over one HTTP service.",
    description: [
      `Every operation but the model list requires \`Authorization: Bearer <key>\`. Bodies are at most ${bodySize}, and JSON unless said otherwise.`,
      "Paths match byte for byte: a wrong one is 404, a wrong method 405 with `Allow`, both with empty bodies.",
      "Branch on the HTTP status, never on `code` or `type` of an error. Ignore fields you do not know."
    ].join("\n\n"),
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/", description: "The server this document comes from." }],
    transform: describe(
      Object.fromEntries(streaming.map(({ name, resource }) => [resource, name])),
      exampleOf
    )
  })
)

/** The OpenAPI 3.1 document of the whole contract, as plain JSON. */
export const document = (): OpenApi.OpenAPISpec => OpenApi.fromApi(described)

/** What answers `GET /docs`, and has `/` lead there. Default nothing: both paths are 404. */
const DocsPage = Context.Reference<Effect.Effect<Page> | undefined>("@leadline/core/OpenApi/DocsPage", {
  defaultValue: () => undefined
})

/**
 * An explorer of the API at `GET /docs`: Scalar, without a request to another host. Its 3 MB of script are imported when
 * the page is first asked for. `/` redirects browsers to it. Provide it beside the services of a server.
 */
export const layerDocsPage: Layer.Layer<never> = Layer.succeed(DocsPage, makePage(described))

/** Bytes are made once, when first asked for: a text would be copied for each connection that does not read it, and needs no key. */
const answer = <A>(
  made: Effect.Effect<A>,
  text: (value: A) => string,
  headers: (value: A) => { readonly [name: string]: string }
) =>
  Effect.map(
    Effect.cached(Effect.map(made, (value) => ({ bytes: encodeText(text(value)), headers: headers(value) }))),
    Effect.map((whole) => new ServerResponse(200, { ...whole.headers }, whole.bytes))
  )

const jsonAnswer = answer(Effect.sync(document), JSON.stringify, () => ({
  "content-type": "application/json"
}))

const pageAnswer = (page: Effect.Effect<Page>) =>
  answer(
    page,
    ({ html }) => html,
    ({ contentSecurityPolicy }) => ({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy,
      "x-content-type-options": "nosniff"
    })
  )

/** Answers `/`, for people who begin there: a browser goes on to the page, others are told where it is. */
const rootRoute = plainRoute("/", ({ context: { exchange } }) =>
  Effect.succeed(
    /\btext\/html\b/i.test(exchange.headers["accept"] ?? "")
      ? // Relative, so that it holds below a path of a proxy.
        empty(302, { location: "docs", vary: "accept" })
      : json(
          404,
          errorObject(["No operation has this path: /docs and /openapi.json list them.", errorTypes[404]]),
          { vary: "accept" }
        )
  )
)

const alsoHead = (route: Route): ReadonlyArray<Route> => [route, { ...route, method: "HEAD" }]

/** The routes of the document, and of its page if there is one. */
export const routes = Effect.gen(function* () {
  const page = yield* DocsPage
  const openApi = yield* jsonAnswer
  const route = plainRoute("/openapi.json", () => openApi)
  if (page === undefined) return [route]
  const docs = yield* pageAnswer(page)
  return [route, ...alsoHead(plainRoute("/docs", () => docs)), ...alsoHead(rootRoute)]
})
