// What the schemas of a server have beside those of clients: descriptions for the OpenAPI document, and the models it takes.
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { contractOf, servedModel } from "./models.ts"

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

/** A number as descriptions have it: `1,000,000`. */
export const digits = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",")

/** The bounds of a limit in words: `1 to 20`. */
export const span = ({ max, min }: { readonly min: number; readonly max: number }): string =>
  `${digits(min)} to ${digits(max)}`

/** How a schema is changed: descriptions by struct, and the schema of the name of a model. */
interface Changes {
  readonly descriptions?: ReadonlyMap<unknown, FieldDescriptions["fields"]>
  readonly model: (contract: SchemaAST.AST) => SchemaAST.AST
}

/** A struct that is made optional or gets a check keeps the array of its fields. */
const structKey = (ast: SchemaAST.AST): unknown => (ast._tag === "Objects" ? ast.propertySignatures : ast)

const changed = (ast: SchemaAST.AST, changes: Changes): SchemaAST.AST => {
  const { annotations, checks, context, encoding } = ast
  const inner = (one: SchemaAST.AST) => changed(one, changes)
  const shared = [annotations, checks, encoding, context] as const
  switch (ast._tag) {
    case "Arrays":
      return new SchemaAST.Arrays(ast.isMutable, ast.elements.map(inner), ast.rest.map(inner), ...shared)
    case "Union":
      return new SchemaAST.Union(ast.types.map(inner), ast.options, ...shared)
    case "Objects": {
      const fields = changes.descriptions?.get(structKey(ast))
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
      const contract = contractOf(ast)
      if (contract === undefined) return ast
      const name = Schema.make<Schema.Top>(changes.model(contract))
      return SchemaAST.isOptional(ast) ? Schema.optionalKey(name).ast : name.ast
    }
    default:
      return ast
  }
}

const make = <S extends Schema.Top>(schema: S, changes: Changes) =>
  Schema.make<Schema.Codec<S["Type"], S["Encoded"], S["DecodingServices"], S["EncodingServices"]>>(
    changed(schema.ast, changes)
  )

/** The same schema with descriptions, wherever one of the structs occurs in it, and with the models of the contract only. */
export const withDescriptions = <S extends Schema.Top>(schema: S, all: ReadonlyArray<FieldDescriptions>) => {
  const descriptions = new Map(all.map(({ fields, struct }) => [structKey(struct.ast), fields]))
  return make(schema, { descriptions, model: (contract) => contract })
}

/** The same schema for a server that takes `names` beside the models of the contract. */
export const withModels = <S extends Schema.Top>(schema: S, names: () => ReadonlyArray<string>) =>
  make(schema, { model: (contract) => servedModel(contract, names) })
