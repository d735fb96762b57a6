// The plain encoders of the server agree with the schemas of the contract, for every endpoint.
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { assert, it } from "vitest"
import { served } from "../../src/Api.ts"
import { declaredErrors } from "../../src/contract/declaredErrors.ts"
import * as ApiError from "../../src/errors/ApiError.ts"
import { encoderOf } from "../../src/errors/wireCodec.ts"

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

it.each(endpoints)("%s encodes each failure as its schema does", (_, { access, errors }) => {
  let encoded = 0
  for (const codec of [...errors, ...declaredErrors[access]]) {
    const encode = encoderOf(codec) ?? assert.fail("a codec has no plain encoder")
    for (const failure of failures) {
      const plain = encode(failure)
      assert.deepEqual<unknown>(plain, bySchema(codec, failure), failure._tag)
      if (plain !== undefined) encoded++
    }
  }
  assert.isAbove(encoded, 0)
})
