// The payload of an endpoint: a body that the guard has found to fit is not decoded a second time.
// Source: none; the shape of the library itself.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The body of a request, if it is known to fit the payload of its endpoint as it is. */
export const FittingBody = Context.Reference<{ readonly value: unknown } | undefined>(
  "@leadline/core/http/FittingBody",
  { defaultValue: () => undefined }
)

/** A payload of JSON whose encoded and decoded forms are the same. Takes a {@link FittingBody}, else decodes. */
export const payload = <S extends Schema.Top>(schema: S) =>
  schema.pipe(
    Schema.middlewareDecoding((decoded) =>
      Effect.flatMap(FittingBody, (body) =>
        body === undefined ? decoded : Effect.succeedSome(body.value as S["Type"])
      )
    )
  )
