// What makes a generated document readable, on a small api.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { describe } from "../../src/openapi/simplify.ts"
import { open } from "../../src/schema/open.ts"

const Told = open({ allOf: Schema.String, at: Schema.Int.annotateKey({ description: "Unix seconds." }) })

it("an open schema lets further fields pass; a description stands beside its type", () => {
  const api = HttpApi.make("small")
    .add(HttpApiGroup.make("tell").add(HttpApiEndpoint.post("say", "/say", { success: Told })))
    .annotate(
      OpenApi.Transform,
      describe({}, () => ({ request: undefined, answers: {} }))
    )
  assert.deepStrictEqual(
    JSON.parse(JSON.stringify(OpenApi.fromApi(api))).components.schemas.TellSayResponse,
    {
      type: "object",
      properties: { allOf: { type: "string" }, at: { type: "integer", description: "Unix seconds." } },
      required: ["allOf", "at"],
      additionalProperties: true
    }
  )
})
