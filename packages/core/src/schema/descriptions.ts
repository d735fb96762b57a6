// What the schemas of a server have beside those of clients: descriptions for the OpenAPI document, closed lists of models.
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The descriptions of one struct's fields. */
export interface FieldDescriptions {
  readonly struct: Schema.Top
  readonly fields: { readonly [name: string]: string }
}

/** Describes fields of a struct, wherever that struct is used. */
export const describe = <S extends Schema.Top>(
  struct: S,
  fields: { readonly [Name in keyof S["Type"]]?: string }
): FieldDescriptions => ({ struct, fields: fields as FieldDescriptions["fields"] })

type Known = ReadonlyMap<unknown, FieldDescriptions["fields"]>

/** A struct that is made optional or gets a check keeps the array of its fields. */
const structKey = (ast: SchemaAST.AST): unknown => (ast._tag === "Objects" ? ast.propertySignatures : ast)

const annotate = (ast: SchemaAST.AST, known: Known): SchemaAST.AST => {
  const { annotations, checks, context, encoding } = ast
  const inner = (one: SchemaAST.AST) => annotate(one, known)
  const shared = [annotations, checks, encoding, context] as const
  switch (ast._tag) {
    case "Arrays":
      return new SchemaAST.Arrays(ast.isMutable, ast.elements.map(inner), ast.rest.map(inner), ...shared)
    case "Union":
      return new SchemaAST.Union(ast.types.map(inner), ast.options, ...shared)
    case "Objects": {
      const fields = known.get(structKey(ast))
      return new SchemaAST.Objects(
        ast.propertySignatures.map(({ name, type }) => {
          const description = fields?.[String(name)]
          const field = Schema.make<Schema.Top>(inner(type))
          const { ast: described } = description === undefined ? field : field.annotateKey({ description })
          return new SchemaAST.PropertySignature(name, described)
        }),
        ast.indexSignatures.map(
          ({ parameter, type }) => new SchemaAST.IndexSignature(parameter, inner(type))
        ),
        ...shared
      )
    }
    case "String": {
      const models = annotations?.["known"]
      return Array.isArray(models)
        ? new SchemaAST.Union(
            models.map((model: string) => new SchemaAST.Literal(model)),
            undefined,
            undefined,
            undefined,
            encoding,
            context
          )
        : ast
    }
    default:
      return ast
  }
}

/** The same schema with descriptions, wherever one of the structs occurs in it, and with known models only. */
export const withDescriptions = <S extends Schema.Top>(schema: S, all: ReadonlyArray<FieldDescriptions>) =>
  Schema.make<Schema.Codec<S["Type"], S["Encoded"], S["DecodingServices"], S["EncodingServices"]>>(
    annotate(schema.ast, new Map(all.map(({ fields, struct }) => [structKey(struct.ast), fields])))
  )
