// Compiles a schema into a fast validator of closures. No code is generated from text, as some runtimes forbid it.
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isJson, isJsonSchema } from "./Json.ts"

/** `closed`: for requests. `parsed`: for requests from JSON, which hide no field. `open`: for responses, whose structs keep unknown fields. */
export type Form = "closed" | "parsed" | "open"

type Validator = (value: unknown) => boolean

type Values = { readonly [name: string]: unknown }

const never: Validator = () => false

const isPlain = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Has it more properties than its enumerable ones? These two calls take a third of the time of `Reflect.ownKeys`. */
const hasMore = (value: object, enumerable: number): boolean =>
  Object.getOwnPropertyNames(value).length !== enumerable || Object.getOwnPropertySymbols(value).length > 0

const json: Validator = isJson

/** The values of a literal, or of a union of nothing else. */
export const literals = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  const all: ReadonlyArray<SchemaAST.AST> = ast._tag === "Union" ? ast.types : [ast]
  return all.every(SchemaAST.isLiteral) ? all.map(({ literal }) => literal) : undefined
}

const arrays = ({ elements, rest: [rest, ...others] }: SchemaAST.Arrays, form: Form): Validator => {
  if (elements.length > 0 || rest === undefined || others.length > 0) return never
  const fits = compile(rest, form)
  return (value) => {
    if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) return false
    for (let at = 0; at < value.length; at++) if (!fits(value[at])) return false
    return true
  }
}

/** By `Object.keys`: their names differ from value to value, and the loop of {@link objects} takes many times as long then. */
const records =
  (rest: Validator, form: Form): Validator =>
  (value) => {
    if (!isPlain(value)) return false
    const names = Object.keys(value)
    for (let at = 0; at < names.length; at++) if (!rest(value[names[at] ?? ""])) return false
    return form !== "closed" || !hasMore(value, names.length)
  }

interface Field {
  readonly name: string
  readonly fits: Validator
  readonly required: number
}

/** Walks the fields that are present, and expects them in the order of the previous value. */
const objects = (ast: SchemaAST.Objects, form: Form): Validator => {
  const fields = new Map<string, Field>()
  const last: Array<Field> = []
  let required = 0
  for (const { name, type } of ast.propertySignatures) {
    if (typeof name !== "string" || name in Object.prototype) return never
    const field = { name, fits: compile(type, form), required: SchemaAST.isOptional(type) ? 0 : 1 }
    fields.set(name, field)
    required += field.required
  }
  const [index, another] = ast.indexSignatures
  if (index === undefined ? form === "open" : another !== undefined || index.parameter !== SchemaAST.string)
    return never
  const rest = index && compile(index.type, form)
  if (rest !== undefined && fields.size === 0) return records(rest, form)
  if (rest !== undefined && rest !== json) return never
  return (value) => {
    if (!isPlain(value)) return false
    let missing = required
    let at = 0
    // V8 reads the values of such a loop by their places in the object. What is inherited is met, too, and is no field.
    for (const name in value) {
      let field = last[at]
      if (field?.name !== name) {
        field = fields.get(name)
        if (field !== undefined && at < fields.size) last[at] = field
      }
      at++
      if (field === undefined) {
        if (rest?.(value[name]) !== true) return false
      } else {
        if (!field.fits(value[name])) return false
        missing -= field.required
      }
    }
    if (missing !== 0) return false
    // Properties that JSON cannot express are ignored in a response, but are a mistake in a request.
    return form !== "closed" || !hasMore(value, at)
  }
}

/** The required fields of a struct that are literals. */
const tags = (ast: SchemaAST.AST) =>
  ast._tag === "Objects"
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const values = SchemaAST.isOptional(type) ? undefined : literals(type)
        return values === undefined ? [] : [{ name, values }]
      })
    : []

/** Tries only the members that the tag of a value allows; members without a tag are always tried. */
const union = (ast: SchemaAST.Union, form: Form): Validator => {
  if (ast.options?.mode === "oneOf") return never
  const known = literals(ast)?.filter(json)
  if (known !== undefined) return (value) => known.includes(value)
  const members = ast.types.map((type) => compile(type, form))
  const tag = String(ast.types.flatMap(tags)[0]?.name)
  const values = ast.types.map((type) => tags(type).find(({ name }) => name === tag)?.values)
  const withTag = (one?: unknown) => members.filter((_, at) => values[at]?.includes(one) ?? true)
  const byTag = new Map(values.flatMap((allowed = []) => allowed.map((one) => [one, withTag(one)] as const)))
  const others = withTag()
  return (value) => {
    const candidates = (isPlain(value) && byTag.get(value[tag])) || others
    for (let at = 0; at < candidates.length; at++) if (candidates[at]?.(value) === true) return true
    return false
  }
}

const compileType = (ast: SchemaAST.AST, form: Form): Validator => {
  switch (ast._tag) {
    case "Unknown":
      return () => true
    case "String":
      return (value) => typeof value === "string"
    case "Number":
      return Number.isFinite
    case "Boolean":
      return (value) => typeof value === "boolean"
    case "Null":
      return (value) => value === null
    case "Literal":
      return json(ast.literal) ? (value) => value === ast.literal : never
    case "Arrays":
      return arrays(ast, form)
    case "Objects":
      return objects(ast, form)
    case "Union":
      return union(ast, form)
    case "Declaration":
      return isJsonSchema(ast) ? json : never
    case "Suspend":
      return (value) => compile(ast.thunk(), form)(value)
    default:
      return never
  }
}

type Filter = SchemaAST.Filter<unknown>

const options = {}

/** The filter of `Schema.Finite`, which the check of numbers includes. */
const isFinite = "effect/schema/isFinite"

const both =
  (before: Validator, filter: Filter, ast: SchemaAST.AST): Validator =>
  (value) =>
    before(value) && filter.run(value, ast, options) === undefined

/** The filters of checks, including those in groups. */
export const filters = (checks: ReadonlyArray<SchemaAST.Check<unknown>>): ReadonlyArray<Filter> =>
  checks.flatMap((check) => (check._tag === "Filter" ? [check] : filters(check.checks)))

const memo = {
  closed: new WeakMap<SchemaAST.AST, Validator>(),
  parsed: new WeakMap<SchemaAST.AST, Validator>(),
  open: new WeakMap<SchemaAST.AST, Validator>()
}

const compile = (ast: SchemaAST.AST, form: Form): Validator => {
  let fits = memo[form].get(ast)
  if (fits === undefined) {
    fits = compileType(ast, form)
    // Numbers are checked to be finite already.
    for (const filter of filters(ast.checks ?? []))
      if (filter.annotations?.representation?.id !== isFinite) fits = both(fits, filter, ast)
    memo[form].set(ast, fits)
  }
  return fits
}

/**
 * A validator that is true where the type side of a schema accepts a value unchanged. False can also mean that only the
 * schema knows: for values that are not plain JSON, or schemas with transformations or classes. Compiled on first use.
 */
export const makeValidator = <A>(schema: Schema.Schema<A>, form: Form) => {
  let found: Validator | undefined
  return (value: unknown): value is A => (found ??= compile(SchemaAST.toType(schema.ast), form))(value)
}
