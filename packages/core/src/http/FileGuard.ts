// The body of a request that sends a file: read once, counted, taken out of its multipart form.
// Source: §8; size and form are Assumed: docs.
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"
import * as limits from "./limits.ts"
import * as multipart from "./multipart.ts"

/** Refuses bodies that are too large or no single file; gives the handler the bytes of the file. */
export class FileGuard extends HttpApiMiddleware.Service<FileGuard>()("@leadline/core/http/FileGuard", {
  error: [wire.nulled.invalidRequest, wire.nulled.payloadTooLarge]
}) {}

const bytes = Schema.declare((input): input is Uint8Array => input instanceof Uint8Array, {
  expected: "bytes",
  toCodecJson: () =>
    Schema.link<Uint8Array>()(
      Schema.String.annotate({ format: "binary" }),
      SchemaTransformation.transform({ decode: (): Uint8Array => new Uint8Array(), encode: () => "" })
    )
})

/** The payload of an endpoint behind {@link FileGuard}: `multipart/form-data` with one part named `file`. */
export const FilePayload = Schema.Struct({
  file: bytes.annotateKey({
    description: "A zip archive. The part's file name and media type do not matter."
  })
}).pipe(HttpApiSchema.asMultipart())

const tooLarge = new ApiError.PayloadTooLargeError({
  message: `The body is over ${limits.bodyBytes} bytes.`
})

const refuse = (message: string) => Effect.fail(new ApiError.InvalidRequestError({ message }))

const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const read = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { headers } = request
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding.trim().toLowerCase() !== "identity") {
    return yield* refuse("Content-Encoding is not supported: send the body as it is")
  }
  if (Number(headers["content-length"] ?? 0) > limits.bodyBytes) return yield* tooLarge
  const boundary = multipart.boundaryOf(headers["content-type"] ?? "")
  if (boundary === undefined) return yield* refuse("The body is not multipart/form-data with a boundary")
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* Stream.runForEach(
    Stream.mapError(
      request.stream,
      () => new ApiError.InvalidRequestError({ message: "The body could not be read" })
    ),
    (chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > limits.bodyBytes ? Effect.fail(tooLarge) : Effect.void
    }
  )
  const file = multipart.decode(joined(chunks, size), boundary)
  return yield* typeof file === "string" ? refuse(file) : Effect.succeed(file)
})

/** The file is read already: nothing touches a disk on the way to the handler. */
const withFile = (request: HttpServerRequest.HttpServerRequest, file: Uint8Array) =>
  Object.create(request, {
    headers: { value: Headers.set(request.headers, "content-type", "multipart/form-data") },
    multipart: { value: Effect.succeed({ file }) }
  }) as HttpServerRequest.HttpServerRequest

/** {@link FileGuard} for POST and PUT; other methods pass. */
export const layer = Layer.succeed(
  FileGuard,
  FileGuard.of((httpEffect, { endpoint }) =>
    endpoint.method === "POST" || endpoint.method === "PUT"
      ? Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const file = yield* read(request)
          return yield* Effect.provideService(
            httpEffect,
            HttpServerRequest.HttpServerRequest,
            withFile(request, file)
          )
        })
      : httpEffect
  )
)
