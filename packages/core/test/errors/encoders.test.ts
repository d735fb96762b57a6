// The plain encoders of the server agree with the schemas of the contract, for every endpoint.
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { assert, describe, it } from "vitest"
import { served } from "../../src/Api.ts"
import { declaredErrors } from "../../src/contract/declaredErrors.ts"
import * as ApiError from "../../src/errors/ApiError.ts"
import { encoderOf } from "../../src/errors/wireCodec.ts"
import { SystemOneRequest } from "../../src/resources/decisions/systemone/schema.ts"
import { makeValidator } from "../../src/schema/validator.ts"

const endpoints = Object.values(served).flatMap(({ endpoints: { all, name } }) =>
  all.map((endpoint) => [`${name}.${endpoint.name}`, endpoint] as const)
)

const issue = { path: ["a", 0], message: "Expected text", in: "query" as const, code: "bad" }
const noKey = "Missing or invalid API key. Send the header Authorization: Bearer <key>."
const message = "secret"

/** Failures of every class, with and without what changes how they are encoded. */
const failures: ReadonlyArray<ApiError.ApiError> = [
  new ApiError.InvalidRequestError({ message: "a: expected text", issues: [issue], phase: "request" }),
  new ApiError.InvalidRequestError({ message: "Bad", type: "invalid_file", param: "file" }),
  new ApiError.InvalidRequestError({ message: "Not JSON", phase: "body" }),
  new ApiError.AuthenticationError({ message: noKey }),
  new ApiError.AuthenticationError({ message: noKey, status: 401 }),
  new ApiError.PermissionDeniedError({ message: "No", status: 403 }),
  new ApiError.NotFoundError({ message: "No such thing" }),
  new ApiError.ConflictError({ message: "Stale" }),
  new ApiError.PayloadTooLargeError({ message: "Too large" }),
  new ApiError.RateLimitError({ message: "Slower" }),
  new ApiError.RateLimitError({ message: "Slower", retryAfter: 2_500 }),
  new ApiError.UnavailableError({ message: "Later", retryAfter: 1 }),
  new ApiError.InternalServerError({ message }),
  new ApiError.ConnectionError({ message, phase: "service", reason: "badGateway" }),
  new ApiError.DeadlineExceededError({ message, phase: "service" }),
  new ApiError.InvalidResponseError({ message }),
  new ApiError.StreamTruncatedError({ message })
]

const statusOf = ({ ast }: Schema.Top): unknown =>
  SchemaAST.resolve(ast)?.["httpApiStatus"] ?? ast.context?.annotations?.["httpApiStatus"]

/** A failure as the schema of its codec encodes it; undefined where the codec is for others. */
const bySchema = (codec: Schema.Top, error: ApiError.ApiError) => {
  const encoded = Option.getOrUndefined(Schema.encodeUnknownOption(codec as Schema.Codec<unknown>)(error))
  if (encoded === undefined) return undefined
  const parts = SchemaAST.resolve(codec.ast)?.["~httpApiWithHeaders"] as
    | { readonly body: Schema.Top }
    | undefined
  if (parts === undefined) return { status: statusOf(codec), headers: {}, body: encoded }
  const { body, headers } = encoded as { readonly body: unknown; readonly headers: object }
  return { status: statusOf(parts.body), headers, body }
}

/** Whether any part of a schema encodes to another value. */
const changesValues = (ast: SchemaAST.AST): boolean => {
  const seen = new Set<unknown>()
  const walk = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null || seen.has(part)) return false
    seen.add(part)
    if (Array.isArray(part)) return part.some(walk)
    if (SchemaAST.isAST(part)) {
      if (part.encoding !== undefined) return true
      if (SchemaAST.isSuspend(part)) return walk(part.thunk())
    }
    return Object.entries(part).some(
      ([name, value]) => !["annotations", "checks", "context"].includes(name) && walk(value)
    )
  }
  return walk(ast)
}

/** Bodies that are decoded: the pipeline does so with each that its validator does not pass. */
const decodedBodies = ["systemone.create"]

describe.each(endpoints)("%s", (name, { access, errors, json, success }) => {
  it("encodes each failure as its schema does", () => {
    const codecs = [...errors, ...declaredErrors[access]]
    assert.isNotEmpty(codecs)
    let encoded = 0
    for (const codec of codecs) {
      const encode = encoderOf(codec)
      if (encode === undefined) assert.fail("a codec has no plain encoder")
      for (const failure of failures) {
        const plain = encode(failure)
        assert.deepEqual(plain, bySchema(codec, failure) as typeof plain, failure._tag)
        if (plain !== undefined) encoded++
      }
    }
    assert.isAbove(encoded, 0)
  })

  it("has successes and JSON bodies whose encoded and decoded forms are equal", () => {
    assert.strictEqual(json !== undefined && changesValues(json.ast), decodedBodies.includes(name))
    for (const schema of success) {
      if (HttpApiSchema.isNoContent(schema.ast)) continue
      assert.isFalse(changesValues(schema.ast))
    }
  })
})

it("a body of the dialect that passes as it is decodes to itself, another does not pass", () => {
  const passes = makeValidator(SystemOneRequest, "closed")
  const body = { state: "", questions: { a: { type: "noul", instructions: "Is it?" } } }
  assert.isTrue(passes(body))
  assert.deepEqual<unknown>(Schema.decodeUnknownSync(SystemOneRequest)(body), body)
  const part = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" }, more: 1 }
  assert.isFalse(passes({ ...body, state: [part] }))
})
