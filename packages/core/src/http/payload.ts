// The payload of an endpoint: a body that the guard has found to fit is not looked at a second time.
// Source: none; the shape of the library itself.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** A body that is known to fit the payload of its endpoint as it is. */
export interface Fitting {
  readonly value: unknown
  /** Characters of its text. */
  readonly length: number
}

/** The body of a request, where it is {@link Fitting}. */
export const FittingBody = Context.Reference<Fitting | undefined>("@leadline/core/http/FittingBody", {
  defaultValue: () => undefined
})

const form = "leadlineForm"

/**
 * A payload of JSON whose encoded and decoded forms are the same. Takes a {@link FittingBody}, else decodes. Its own
 * type side is open, or a fitting body would be checked again.
 */
export const payload = <S extends Schema.Top>(schema: S) =>
  schema.pipe(
    Schema.decodeTo(Schema.Unknown),
    Schema.annotate({ [form]: schema }),
    Schema.middlewareDecoding((decoded) =>
      Effect.flatMap(FittingBody, (body) => (body === undefined ? decoded : Effect.succeedSome(body.value)))
    )
  ) as unknown as Schema.Codec<S["Type"], S["Encoded"]>

/** What a body of this {@link payload} has to fit. */
export const formOf = (given: Schema.Top | undefined): Schema.Top | undefined => {
  const found: unknown = given && SchemaAST.resolve(given.ast)?.[form]
  return Schema.isSchema(found) ? found : undefined
}
