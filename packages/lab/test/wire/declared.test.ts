// The endpoints of the contract say of every wire case what the server does: which bodies are taken, and each answer.
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
  readonly payloads: Schemas
  readonly answers: (status: number) => Schemas
}

const endpoints: Array<Declared> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, errors, successes }) => {
    endpoints.push({
      method: endpoint.method,
      path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, "[\\w-]{1,128}")}(?:\\?|$)`),
      payloads: [...endpoint.payload.values()].flatMap(({ schemas }): Schemas => schemas),
      answers: (status) => [...(successes.get(status) ?? []), ...(errors.get(status) ?? [])]
    })
  }
})

const endpointOf = ({ method = "POST", path = "/v1/decisions" }: WireCase) =>
  endpoints.find((each) => each.method === method && each.path.test(path))

const parsed = (text: unknown): unknown => {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

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

const isDialect = ({ path = "" }: WireCase) => /systemone|openai/.test(path)

const served = wireCases.filter((wire) => endpointOf(wire) !== undefined)
const answered = served.filter(({ answer, by }) => typeof answer === "object" && by !== "server")

/** Of JSON that the contract itself takes or refuses: no dialect's, and nothing that a count of tokens decides. */
const asked = served.filter(
  (wire) =>
    parsed(wire.body) !== undefined &&
    !isDialect(wire) &&
    wire.headers === undefined &&
    !(wire.by === "fake" && wire.failure === undefined)
)

const isTaken = ({ status }: WireCase) => status !== 400 && status !== 422

it("many cases are compared", () => assert.isAbove(Math.min(answered.length, asked.length), 150))

describe("an endpoint declares", () => {
  it.each(answered)("the answer: $name", (wire) => {
    assert.isTrue(isDeclared(wire, endpointOf(wire) ?? assert.fail()), String(wire.status))
  })

  it.each(asked)("the body that the server takes: $name", (wire) => {
    assert.strictEqual(fits(endpointOf(wire)?.payloads ?? [], parsed(wire.body)), isTaken(wire))
  })
})
