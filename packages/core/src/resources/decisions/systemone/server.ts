// The dialect as it is served over the service of decisions, and as OpenAPI describes it. Unknown fields are no failure.
// Source: §4.1; the path is Assumed: clients.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { dialect } from "../../../contract/resource.ts"
import { serveGroup } from "../../../server/serve.ts"
import { knownModels } from "../models.ts"
import { makePolicyOf, underPolicy } from "../underPolicy.ts"
import { decisions } from "../resource.ts"
import { example } from "../server.ts"
import { Decisions } from "../service.ts"
import * as words from "./descriptions.ts"
import { fromDecisions, toDecisions } from "./dialect.ts"
import { errors } from "./errors.ts"
import { SystemOneRequest, SystemOneResponse } from "./schema.ts"

/** A schema that lets unknown fields pass. */
const passing = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(passing)
  if (!Predicate.isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      name === "additionalProperties" && value === false ? [] : [[name, passing(value)]]
    )
  )
}

const lenient = (operation: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...operation,
  requestBody: passing(operation["requestBody"])
})

const systemone = dialect(decisions, "systemone", {
  create: {
    method: "POST",
    path: "/v1/systemone",
    retry: "safe",
    request: SystemOneRequest,
    response: SystemOneResponse
  }
})

/** `POST /v1/systemone`: decisions for clients of that protocol. */
export const served = serveGroup(
  systemone,
  {
    description: "Decisions for clients of another protocol.",
    descriptions: words.all,
    errors,
    names: "all",
    ignoresUnknown: true,
    requestIdAlias: "x-typesafe-request-id",
    operations: {
      create: {
        summary: "Answers questions about supplied content, leniently",
        description:
          "As `POST /v1/decisions`, but unknown fields are ignored, `model` may be absent or an alias and comes back as the version that answered, levels of a score may be null, and failures of the schema are 422. The request id is sent as `x-typesafe-request-id` too.",
        example,
        transform: lenient
      }
    }
  },
  Effect.gen(function* () {
    const { create } = yield* Decisions
    const models = yield* knownModels
    const policyOf = yield* makePolicyOf
    return {
      create: {
        prepare: ({ context, request: sent }) =>
          Effect.flatMap(toDecisions(sent, models), (request) =>
            Effect.map(underPolicy(policyOf, context, request, create(request)), (answer) =>
              Effect.map(answer, (response) => fromDecisions(sent, response))
            )
          )
      }
    }
  })
)
