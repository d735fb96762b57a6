// The payload of an endpoint that takes a file.
// Source: §4.4; size and form are Assumed: docs.
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

const bytes = Schema.declare((input): input is Uint8Array => input instanceof Uint8Array, {
  expected: "bytes",
  toCodecJson: () =>
    Schema.link<Uint8Array>()(
      Schema.String.annotate({ format: "binary" }),
      SchemaTransformation.transform({ decode: (): Uint8Array => new Uint8Array(), encode: () => "" })
    )
})

/** `multipart/form-data` with one part named `file`. */
export const FilePayload = Schema.Struct({
  file: bytes.annotateKey({
    description: "A zip archive. The part's file name and media type do not matter."
  })
}).pipe(HttpApiSchema.asMultipart())
