// The payload of an endpoint: a body that the guard has found to fit is not looked at a second time.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"

/** A heavy body, as the guard has parsed it. */
export interface ParsedBody {
  readonly value: unknown
  /** Whether it fits the payload of its endpoint as it is; if not, the schema has fields to take away. */
  readonly fits: boolean
  /** Characters of its text. */
  readonly length: number
}

/** The body of a request, where it is a {@link ParsedBody}. */
export const CurrentBody = Context.Reference<ParsedBody | undefined>("@leadline/core/http/CurrentBody", {
  defaultValue: () => undefined
})

const form = "leadlineForm"

/**
 * A payload of JSON whose encoded and decoded forms are the same. Takes a {@link ParsedBody} that fits, and decodes any
 * other body. Its own type side is open, or a fitting body would be checked again.
 */
export const payload = <S extends Schema.Top>(schema: S) => {
  const decode = SchemaParser.decodeUnknownEffect(Schema.toType(schema) as Schema.Codec<S["Type"], unknown>)
  return schema.pipe(
    Schema.decodeTo(Schema.Unknown),
    Schema.annotate({ [form]: schema }),
    Schema.middlewareDecoding((decoded, options) =>
      Effect.flatMap(CurrentBody, (body) =>
        body === undefined
          ? decoded
          : body.fits
            ? Effect.succeedSome(body.value)
            : Effect.asSome(decode(body.value, options))
      )
    )
  ) as unknown as Schema.Codec<S["Type"], S["Encoded"]>
}

/** What a body of this {@link payload} has to fit. */
export const formOf = (given: Schema.Top | undefined): Schema.Top | undefined => {
  const found: unknown = given && SchemaAST.resolve(given.ast)?.[form]
  return Schema.isSchema(found) ? found : undefined
}
