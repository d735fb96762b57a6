// The endpoints of the contract declare the answer of every wire case.
import { Api } from "@leadline/core/api"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { type WireCase, wireCases } from "../../src/index.ts"

type Schemas = ReadonlyArray<Schema.Top>

interface Declared {
  readonly method: string
  readonly path: RegExp
  readonly answers: (status: number) => Schemas
}

const endpoints: Array<Declared> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, errors, successes }) => {
    endpoints.push({
      method: endpoint.method,
      path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, "[\\w-]{1,128}")}(?:\\?|$)`),
      answers: (status) => [...(successes.get(status) ?? []), ...(errors.get(status) ?? [])]
    })
  }
})

const endpointOf = ({ method = "POST", path = "/v1/decisions" }: WireCase) =>
  endpoints.find((each) => each.method === method && each.path.test(path))

const fits = (schemas: Schemas, value: unknown): boolean =>
  schemas.some((schema) =>
    Result.isSuccess(
      Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { onExcessProperty: "error" })(value)
    )
  )

/** Headers of an answer that its schema declares beside the body, by status. */
const headersOf: { readonly [status: number]: object } = {
  429: { "retry-after": "3" },
  503: { "retry-after": "7" }
}

const isDeclared = ({ answer, status }: WireCase, { answers }: Declared): boolean => {
  // The schema of a 401 encodes what is refused here, and decodes nothing.
  if (status === 401) return answers(status).length > 0
  const headers = headersOf[status]
  return fits(answers(status), headers === undefined ? answer : { body: answer, headers })
}

const served = wireCases.filter((wire) => endpointOf(wire) !== undefined)
const answered = served.filter(({ answer, by }) => typeof answer === "object" && by !== "server")

it("many cases are compared", () => assert.isAbove(answered.length, 150))

describe("an endpoint declares", () => {
  it.each(answered)("the answer: $name", (wire) => {
    assert.isTrue(isDeclared(wire, endpointOf(wire) ?? assert.fail()), String(wire.status))
  })
})
