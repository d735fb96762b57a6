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
import * as wire from "../../errors/codecs.ts"
import * as multipart from "../../protocol/multipart.ts"
import { concatBytes } from "../../protocol/byteChunks.ts"
import { makeReader, refuse, slow } from "./readBytes.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"

/** Refuses bodies that are too large or no single file; gives the handler the bytes of the file. */
export class FileGuard extends HttpApiMiddleware.Service<FileGuard>()("@leadline/core/http/FileGuard", {
  error: [
    wire.codecsWithNullCode.invalidRequest,
    wire.codecsWithNullCode.payloadTooLarge,
    wire.codecsWithNullCode.unavailable
  ]
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

/** The file is read already: nothing touches a disk on the way to the handler. */
const withFile = (request: HttpServerRequest.HttpServerRequest, file: Uint8Array) =>
  Object.create(request, {
    headers: { value: Headers.set(request.headers, "content-type", "multipart/form-data") },
    multipart: { value: Effect.succeed({ file }) }
  }) as HttpServerRequest.HttpServerRequest

/** {@link FileGuard} for POST and PUT; other methods pass. */
export const layer = Layer.effect(
  FileGuard,
  Effect.map(makeReader, (read) => {
    const fileOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const boundary = multipart.boundaryOf(request.headers["content-type"] ?? "")
      if (boundary === undefined) return yield* refuse("The body is not multipart/form-data with a boundary")
      const { pieces } = yield* read(request, () => undefined)
      const file = yield* runCooperatively(multipart.decode(concatBytes(pieces), boundary))
      return yield* typeof file === "string" ? Effect.fail(refuse(file)) : Effect.succeed(file)
    })
    return FileGuard.of((httpEffect, { endpoint }) =>
      endpoint.method === "POST" || endpoint.method === "PUT"
        ? Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            const file = yield* fileOf(request)
            return yield* Effect.provideService(
              httpEffect,
              HttpServerRequest.HttpServerRequest,
              withFile(request, file)
            )
          }).pipe(Effect.catchTag("SlowBody", () => Effect.succeed(slow)))
        : httpEffect
    )
  })
)
