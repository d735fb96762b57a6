// What makes a generated document readable, on a small api with a stream.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { describe } from "../../src/openapi/simplify.ts"
import { open } from "../../src/schema/open.ts"

const Told = open({ allOf: Schema.String, at: Schema.Int.annotateKey({ description: "Unix seconds." }) })
const Event = Schema.Struct({ delta: Schema.String }).annotate({ identifier: "TellEvent" })

const at = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: Schema.Struct({ text: Schema.String }),
    success: [Told, HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" })]
  })

const api = HttpApi.make("small")
  .add(HttpApiGroup.make("tell").add(at("say", "/say"), at("sayAgain", "/say/again")))
  .annotate(HttpApi.AdditionalSchemas, [Event])
  .annotate(OpenApi.Transform, describe({ tell: "TellEvent" }))

const spec = JSON.parse(JSON.stringify(OpenApi.fromApi(api)))

it("an open schema lets further fields pass; a description stands beside its type", () => {
  assert.deepStrictEqual(spec.components.schemas.TellSayResponse, {
    type: "object",
    properties: { allOf: { type: "string" }, at: { type: "integer", description: "Unix seconds." } },
    required: ["allOf", "at"],
    additionalProperties: true
  })
})

it("a stream shows the schema of its events beside the whole answer", () => {
  assert.deepStrictEqual(spec.paths["/say"].post.responses[200].content, {
    "application/json": { schema: { $ref: "#/components/schemas/TellSayResponse" } },
    "text/event-stream": {
      schema: {
        $ref: "#/components/schemas/TellEvent",
        description: "Server-sent events: the data of each is one such object as JSON."
      }
    }
  })
  assert.deepStrictEqual(spec.components.schemas.TellEvent, {
    type: "object",
    properties: { delta: { type: "string" } },
    required: ["delta"],
    additionalProperties: false
  })
})

it("the bodies of an alias are those of the operation", () => {
  assert.deepStrictEqual(spec.paths["/say/again"].post.requestBody, spec.paths["/say"].post.requestBody)
  assert.sameMembers(Object.keys(spec.components.schemas), ["TellSayRequest", "TellSayResponse", "TellEvent"])
})
