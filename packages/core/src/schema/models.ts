// Names of models: clients send any, a server takes those of the contract and those of its configuration.
// Source: §2.1; Assumed: ours for the names of a configuration.
import * as Context from "effect/Context"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { matching } from "./checks.ts"
import { filters, literals } from "./validator.ts"

/** Stands among {@link ModelNames} for any name. */
export const anyModel = "*"

/** The names of models that a server takes for a resource, beside those of the contract. */
export type NamesOfModels = (resource: string) => ReadonlyArray<string>

/** Names of models of this server. They may change while it runs. Default none. */
export const ModelNames = Context.Reference<NamesOfModels>("@leadline/core/schema/ModelNames", {
  defaultValue: () => () => []
})

/** The name of a model: any text for clients; `contract` says which ones a server takes by itself. */
export const modelName = (contract: Schema.Codec<string>) =>
  Schema.String.annotate({ contract: contract.ast })

/** The name of a model with a list in the contract. Editors suggest the listed ones. */
export const modelOf = <const L extends string>(listed: ReadonlyArray<L>) =>
  modelName(Schema.Literals(listed)) as unknown as Schema.Codec<L | (string & {})>

const decoder = (ast: SchemaAST.AST) => Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast))

/** The names that the contract takes, of a schema that `modelName` made; undefined for other schemas. */
export const contractOf = ({ annotations }: SchemaAST.AST): SchemaAST.AST | undefined => {
  const contract = annotations?.["contract"]
  return SchemaAST.isAST(contract) ? contract : undefined
}

/** The names that the contract lists for a schema of `modelName`; empty where it has no list. */
export const listedModels = (schema: Schema.Top): ReadonlyArray<string> => {
  const contract = contractOf(schema.ast)
  const listed = contract === undefined ? undefined : literals(contract)
  return listed?.filter((name) => typeof name === "string") ?? []
}

// Assumed: ours.
/** Characters of a name, at most: a longer text is not compared. */
const maxLength = 1_024

/** Is a name one that the contract takes for a schema of `modelName`? */
export const isOfContract = (schema: Schema.Top, name: string): boolean => {
  const contract = contractOf(schema.ast)
  return contract !== undefined && name.length <= maxLength && Result.isSuccess(decoder(contract)(name))
}

/** Is a name one of those of a server, which may take any? */
export const includesModel = (names: ReadonlyArray<string>, name: unknown): boolean =>
  typeof name === "string" &&
  name !== "" &&
  name.length <= maxLength &&
  (names.includes(name) || names.includes(anyModel))

/** Where to look for a name, in place of a list. */
const lookUp = "; GET /v1/models lists more, and a request without one gets the default"

/** A schema that refuses a name, and says which ones are taken. */
const refusing = (contract: SchemaAST.AST, names: ReadonlyArray<string>): SchemaAST.AST => {
  const own = names.filter((name) => name !== anyModel)
  const listed = literals(contract)?.filter((name) => typeof name === "string")
  if (listed !== undefined) return Schema.Literals([...listed, ...own]).ast
  const expected = filters(contract.checks ?? []).map(({ annotations }) => String(annotations?.["expected"]))
  return Schema.String.check(matching(/(?!)/u, [...expected, ...own].join(", or ") + lookUp)).ast
}

/** The schema of a name at a server that takes `names` beside those of the contract. */
export const servedModel = (contract: SchemaAST.AST, names: () => ReadonlyArray<string>): SchemaAST.AST => {
  const decode = decoder(contract)
  return Schema.Unknown.check(
    Schema.makeFilter(
      (name) => {
        const isShort = typeof name === "string" && name.length <= maxLength
        if (isShort && (Result.isSuccess(decode(name)) || includesModel(names(), name))) return undefined
        // No failure shows the name.
        const refused = decoder(refusing(contract, names()))(typeof name === "string" ? "" : name)
        return Result.isFailure(refused) ? refused.failure.issue : false
      },
      { word: literals(contract) === undefined ? "string_pattern_mismatch" : "literal_error" }
    )
  ).ast
}
