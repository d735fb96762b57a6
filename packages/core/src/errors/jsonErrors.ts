// Schemas of the failures, from JSON to the class: to store failures, or to send them to another process.
// Source: §2.4, §7; Assumed: ours for the JSON, which the service does not send.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Failures from "./ApiError.ts"
import * as fields from "./fields.ts"

/** The instances of one class, also of another copy of the package. */
export const instanceSchema = <E extends Failures.ApiError>(type: { readonly prototype: E }) =>
  Schema.declare(
    (value: unknown): value is E => Failures.isApiError(value) && value._tag === type.prototype.name,
    { expected: type.prototype.name }
  )

/** A failure without stack and cause, which only exist within a process. */
const plain = <E extends Failures.ApiError>(error: E) => ({
  // oxlint-disable-next-line typescript/no-misused-spread -- copies its own fields, not what it yields
  ...error,
  _tag: error._tag,
  message: error.message
})

/** {@link Failures.InvalidRequestError} as JSON. */
export const InvalidRequestError = Schema.TaggedStruct(
  "InvalidRequestError",
  fields.InvalidRequest.fields
).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.InvalidRequestError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.InvalidRequestError(props),
      encode: plain
    })
  )
)

/** {@link Failures.AuthenticationError} as JSON. */
export const AuthenticationError = Schema.TaggedStruct("AuthenticationError", fields.Common.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.AuthenticationError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.AuthenticationError(props),
      encode: plain
    })
  )
)

/** {@link Failures.PermissionDeniedError} as JSON. */
export const PermissionDeniedError = Schema.TaggedStruct("PermissionDeniedError", fields.Common.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.PermissionDeniedError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.PermissionDeniedError(props),
      encode: plain
    })
  )
)

/** {@link Failures.NotFoundError} as JSON. */
export const NotFoundError = Schema.TaggedStruct("NotFoundError", fields.Common.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.NotFoundError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.NotFoundError(props),
      encode: plain
    })
  )
)

/** {@link Failures.ConflictError} as JSON. */
export const ConflictError = Schema.TaggedStruct("ConflictError", fields.Common.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.ConflictError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.ConflictError(props),
      encode: plain
    })
  )
)

/** {@link Failures.PayloadTooLargeError} as JSON. */
export const PayloadTooLargeError = Schema.TaggedStruct("PayloadTooLargeError", fields.Common.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.PayloadTooLargeError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.PayloadTooLargeError(props),
      encode: plain
    })
  )
)

/** {@link Failures.RateLimitError} as JSON. */
export const RateLimitError = Schema.TaggedStruct("RateLimitError", fields.RateLimit.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.RateLimitError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.RateLimitError(props),
      encode: plain
    })
  )
)

/** {@link Failures.InternalServerError} as JSON. */
export const InternalServerError = Schema.TaggedStruct("InternalServerError", fields.Common.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.InternalServerError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.InternalServerError(props),
      encode: plain
    })
  )
)

/** {@link Failures.ConnectionError} as JSON. */
export const ConnectionError = Schema.TaggedStruct("ConnectionError", fields.Connection.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.ConnectionError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.ConnectionError(props),
      encode: plain
    })
  )
)

/** {@link Failures.UnavailableError} as JSON. */
export const UnavailableError = Schema.TaggedStruct("UnavailableError", fields.Unavailable.fields).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.UnavailableError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.UnavailableError(props),
      encode: plain
    })
  )
)

/** {@link Failures.DeadlineExceededError} as JSON. */
export const DeadlineExceededError = Schema.TaggedStruct(
  "DeadlineExceededError",
  fields.DeadlineExceeded.fields
).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.DeadlineExceededError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.DeadlineExceededError(props),
      encode: plain
    })
  )
)

/** {@link Failures.InvalidResponseError} as JSON. */
export const InvalidResponseError = Schema.TaggedStruct(
  "InvalidResponseError",
  fields.InvalidResponse.fields
).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.InvalidResponseError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.InvalidResponseError(props),
      encode: plain
    })
  )
)

/** {@link Failures.StreamTruncatedError} as JSON. */
export const StreamTruncatedError = Schema.TaggedStruct(
  "StreamTruncatedError",
  fields.StreamTruncated.fields
).pipe(
  Schema.decodeTo(
    instanceSchema(Failures.StreamTruncatedError),
    SchemaTransformation.transform({
      decode: ({ _tag, ...props }) => new Failures.StreamTruncatedError(props),
      encode: plain
    })
  )
)

/** Any failure as JSON, with `_tag` as the discriminator. */
export const ApiError = Schema.Union([
  InvalidRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  PayloadTooLargeError,
  RateLimitError,
  InternalServerError,
  ConnectionError,
  UnavailableError,
  DeadlineExceededError,
  InvalidResponseError,
  StreamTruncatedError
])
