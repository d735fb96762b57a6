// Makes the codecs by which failures cross HTTP: a schema for the contract, and a plain function for servers.
// Failures are effects themselves, which the compiler takes for effects that are never run.
// @effect-diagnostics missingEffectError:off
// Source: §2.4, §7.2.
import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { ApiError } from "./ApiError.ts"
import { type ErrorDetail, ErrorObject } from "./bodies.ts"
import { instanceSchema } from "./jsonErrors.ts"

/** A failure as it leaves a server. */
export interface EncodedError {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: ErrorObject | ErrorDetail
}

/** Encodes the failures it is for; undefined for every other failure. */
export type ErrorEncoder = (error: ApiError) => EncodedError | undefined

/** The failures a codec is for: those of one class, or a part of them. */
export interface Kind<E extends ApiError> {
  readonly schema: Schema.Codec<E>
  readonly includes: (error: ApiError) => error is E
}

/** All failures of a class, or those of it that pass a test. */
export const errorKind = <E extends ApiError>(
  type: { readonly prototype: E },
  test?: { readonly accepts: (error: E) => boolean; readonly expected: string }
): Kind<E> => {
  const tag = type.prototype.name
  const schema = instanceSchema(type)
  return {
    schema:
      test === undefined
        ? schema
        : schema.check(
            Schema.makeFilter((error) => (test.accepts(error) ? undefined : `Expected ${test.expected}`))
          ),
    includes: (error): error is E => error._tag === tag && (test === undefined || test.accepts(error as E))
  }
}

const annotation = "leadlineErrorEncoder"

const withEncoder = <S extends Schema.Top, E extends ApiError>(
  codec: S,
  { includes }: Kind<E>,
  encode: (error: E) => EncodedError
) => {
  const encoder: ErrorEncoder = (error) => (includes(error) ? encode(error) : undefined)
  return codec.annotate({ [annotation]: encoder }) as S
}

/** The encoder of a codec that was made here; undefined for other schemas. */
export const encoderOf = (codec: Schema.Top): ErrorEncoder | undefined =>
  SchemaAST.resolve(codec.ast)?.[annotation] as ErrorEncoder | undefined

const noHeaders = {}

/** A failure that its status and body fully describe. Without `decode` the body does not determine the class. */
export const bodyCodec = <E extends ApiError, B extends ErrorObject | ErrorDetail>(
  failures: Kind<E>,
  status: number,
  body: Schema.Codec<B>,
  encode: (error: E) => B,
  decode?: (body: B) => E
) =>
  withEncoder(
    body
      .pipe(
        Schema.decodeTo(
          Schema.toType(failures.schema),
          SchemaTransformation.transformEffect<E, B>({
            decode: (value, options) =>
              decode === undefined
                ? Effect.fail(new SchemaIssue.Forbidden({ message: "Encodes only" }, value, options))
                : Effect.succeed(decode(value)),
            encode: (error) => Effect.succeed(encode(error))
          })
        )
      )
      .annotate({ httpApiStatus: status }),
    failures,
    (error) => ({ status, headers: noHeaders, body: encode(error) })
  )

/** The seconds of a `Retry-After` header: at least 1. */
const seconds = (milliseconds: number | undefined) => Math.max(1, Math.ceil((milliseconds ?? 1000) / 1000))

/** A failure with a `Retry-After` header beside its body. */
export const retryAfterCodec = <E extends ApiError & { readonly retryAfter?: number | undefined }>(
  failures: Kind<E>,
  status: number,
  encode: (error: E) => ErrorObject,
  decode: (body: ErrorObject, retryAfter: number) => E
) =>
  withEncoder(
    failures.schema.pipe(
      HttpApiSchema.encodeToWithHeaders(
        {
          body: ErrorObject.annotate({ httpApiStatus: status }),
          headers: { "retry-after": Schema.FiniteFromString }
        },
        {
          decode: ({ body, headers }) => decode(body, headers["retry-after"] * 1000),
          encode: (error) => ({
            body: encode(error),
            headers: { "retry-after": seconds(error.retryAfter) }
          })
        }
      )
    ),
    failures,
    (error) => ({
      status,
      headers: { "retry-after": String(seconds(error.retryAfter)) },
      body: encode(error)
    })
  )

/** A failure with a `WWW-Authenticate` header beside a body that is always the same. */
export const challengeCodec = <E extends ApiError>(
  failures: Kind<E>,
  status: number,
  body: ErrorObject,
  decode: (body: ErrorObject) => E
) =>
  withEncoder(
    failures.schema.pipe(
      HttpApiSchema.encodeToWithHeaders(
        {
          body: ErrorObject.annotate({ httpApiStatus: status }),
          headers: { "www-authenticate": Schema.Literal("Bearer") }
        },
        {
          decode: (response) => decode(response.body),
          encode: () => ({ body, headers: { "www-authenticate": "Bearer" as const } })
        }
      )
    ),
    failures,
    () => ({ status, headers: { "www-authenticate": "Bearer" }, body })
  )
