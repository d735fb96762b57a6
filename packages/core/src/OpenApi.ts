// Registry: the contract as an OpenAPI document, and the page that shows it. Beside the contract: no key, GET only.
// Source: §4, §5, §7; the two paths are Assumed: ours.
import manifest from "@leadline/core/package.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api, served } from "./Api.ts"
import { bodySize, describe } from "./openapi/simplify.ts"
import { docsPage } from "./openapi/docsPage.ts"
import { encodeText } from "./protocol/utf8.ts"
import { ServerResponse } from "./server/ServerResponse.ts"
import { plainRoute } from "./server/Route.ts"

/** The operations that stream, by their resources. */
const streaming = Object.values(served).flatMap(({ endpoints: { all, name } }) =>
  all.flatMap(({ event, operation, ...endpoint }) =>
    event === undefined || operation.events === undefined || endpoint.name !== endpoint.operationName
      ? []
      : [{ resource: name, event, name: operation.events.name }]
  )
)

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
    transform: describe(Object.fromEntries(streaming.map(({ name, resource }) => [resource, name])))
  })
)

/** The OpenAPI 3.1 document of the whole contract, as plain JSON. */
export const document = (): OpenApi.OpenAPISpec => OpenApi.fromApi(described)

const json = { "content-type": "application/json" }
const html = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

const answer = (body: Effect.Effect<Uint8Array>, headers: { readonly [name: string]: string }) =>
  Effect.map(body, (bytes) => new ServerResponse(200, { ...headers }, bytes))

/** Made once, when first asked for: a text would be copied for each connection that does not read it, and needs no key. */
const shared = (text: () => string) => Effect.cached(Effect.sync(() => encodeText(text())))

/** The routes of the document and its page. */
export const routes = Effect.gen(function* () {
  const text = yield* shared(() => JSON.stringify(document()))
  const page = yield* shared(() => docsPage(document()))
  return [plainRoute("/openapi.json", answer(text, json)), plainRoute("/docs", answer(page, html))]
})
