// Does a value fit a schema as it is? Told by closures made of the schema once: no code is made from text.
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { Json } from "./Json.ts"

/** `closed`: for requests. `open`: for answers, whose structs keep what nobody knows yet. */
export type Form = "closed" | "open"

type Validator = (value: unknown) => boolean

type Values = { readonly [name: string]: unknown }

const never: Validator = () => false

/** Levels of JSON below a schema. What is deeper, or contains itself, is left to the schema. */
const depth = 200

const isPlain = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** JSON alone can be told apart from nothing else here: all that fits any schema is JSON. */
const isJson = (value: unknown, left: number): boolean => {
  if (typeof value !== "object") {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
  }
  if (value === null) return true
  if (left === 0) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isJson(value[at], left - 1)) return false
    return true
  }
  if (!isPlain(value)) return false
  for (const name of Object.keys(value)) if (!isJson(value[name], left - 1)) return false
  return true
}

/** Has it properties beside so many enumerable ones? Asked in two halves, which is a third of `Reflect.ownKeys`. */
const hasMore = (value: object, enumerable: number): boolean =>
  Object.getOwnPropertyNames(value).length !== enumerable || Object.getOwnPropertySymbols(value).length > 0

const json: Validator = (value) => isJson(value, depth)

const jsons = new Set<unknown>([Schema.Json, Json].map(({ ast }) => Reflect.get(ast, "run")))

/** The values of a literal, or of a union of nothing else. */
const literals = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  const all: ReadonlyArray<SchemaAST.AST> = ast._tag === "Union" ? ast.types : [ast]
  return all.every(SchemaAST.isLiteral) ? all.map(({ literal }) => literal) : undefined
}

const arrays = (ast: SchemaAST.Arrays, form: Form): Validator => {
  if (ast.rest.length > 1) return never
  const elements = ast.elements.map((element) => compile(element, form))
  const due = ast.elements.filter((element) => !SchemaAST.isOptional(element)).length
  const [rest] = ast.rest.map((element) => compile(element, form))
  return (value) => {
    if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) return false
    if (value.length < due) return false
    for (let at = 0; at < value.length; at++) {
      const fits = elements[at] ?? rest
      if (fits === undefined || !fits(value[at])) return false
    }
    return true
  }
}

const records =
  (rest: Validator, form: Form): Validator =>
  (value) => {
    if (!isPlain(value)) return false
    const names = Object.keys(value)
    for (let at = 0; at < names.length; at++) if (!rest(value[names[at] ?? ""])) return false
    return form === "open" || !hasMore(value, names.length)
  }

interface Field {
  readonly name: string
  readonly fits: Validator
  readonly due: number
}

/** Walks the fields that are there, not those that could be, and looks first for what stood there the last time. */
const objects = (ast: SchemaAST.Objects, form: Form): Validator => {
  const fields = new Map<string, Field>()
  const last: Array<Field> = []
  let due = 0
  for (const { name, type } of ast.propertySignatures) {
    if (typeof name !== "string" || name in Object.prototype) return never
    const field = { name, fits: compile(type, form), due: SchemaAST.isOptional(type) ? 0 : 1 }
    fields.set(name, field)
    due += field.due
  }
  const [index, another] = ast.indexSignatures
  if (index === undefined ? form === "open" : another !== undefined || index.parameter !== SchemaAST.string)
    return never
  const rest = index && compile(index.type, form)
  if (rest !== undefined && fields.size === 0) return records(rest, form)
  if (rest !== undefined && rest !== json) return never
  return (value) => {
    if (!isPlain(value)) return false
    const names = Object.keys(value)
    let missing = due
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? ""
      let field = last[at]
      if (field?.name !== name) {
        field = fields.get(name)
        if (field === undefined) {
          if (rest?.(value[name]) !== true) return false
          continue
        }
        if (at < fields.size) last[at] = field
      }
      if (!field.fits(value[name])) return false
      missing -= field.due
    }
    if (missing !== 0) return false
    // What JSON cannot show is no part of an answer, but a mistake in a request.
    return form === "open" || !hasMore(value, names.length)
  }
}

/** The fields of a struct that must be one of a few literals. */
const tags = (ast: SchemaAST.AST) =>
  ast._tag === "Objects"
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const values = SchemaAST.isOptional(type) ? undefined : literals(type)
        return values === undefined ? [] : [{ name, values }]
      })
    : []

/** Tries only the members that the tag of a value allows. Those without the tag are allowed always. */
const union = (ast: SchemaAST.Union, form: Form): Validator => {
  if (ast.options?.mode === "oneOf") return never
  const words = literals(ast)?.filter(json)
  if (words !== undefined) return (value) => words.includes(value)
  const members = ast.types.map((type) => compile(type, form))
  const tag = String(ast.types.flatMap(tags)[0]?.name)
  const values = ast.types.map((type) => tags(type).find(({ name }) => name === tag)?.values)
  const withTag = (one?: unknown) => members.filter((_, at) => values[at]?.includes(one) ?? true)
  const byTag = new Map(values.flatMap((known = []) => known.map((one) => [one, withTag(one)] as const)))
  const others = withTag()
  return (value) => {
    const candidates = (isPlain(value) && byTag.get(value[tag])) || others
    for (let at = 0; at < candidates.length; at++) if (candidates[at]?.(value) === true) return true
    return false
  }
}

const compileType = (ast: SchemaAST.AST, form: Form): Validator => {
  switch (ast._tag) {
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
      return jsons.has(ast.run) ? json : never
    case "Suspend":
      return (value) => compile(ast.thunk(), form)(value)
    default:
      return never
  }
}

type Filter = SchemaAST.Filter<unknown>

const options = {}

/** The filter of `Schema.Finite`: a number is finite here without it. */
const isFinite = "effect/schema/isFinite"

const both =
  (before: Validator, filter: Filter, ast: SchemaAST.AST): Validator =>
  (value) =>
    before(value) && filter.run(value, ast, options) === undefined

/** The filters of checks, those of groups, too. */
export const filters = (checks: ReadonlyArray<SchemaAST.Check<unknown>>): ReadonlyArray<Filter> =>
  checks.flatMap((check) => (check._tag === "Filter" ? [check] : filters(check.checks)))

const memo = {
  closed: new WeakMap<SchemaAST.AST, Validator>(),
  open: new WeakMap<SchemaAST.AST, Validator>()
}

const compile = (ast: SchemaAST.AST, form: Form): Validator => {
  let fits = memo[form].get(ast)
  if (fits === undefined) {
    fits = compileType(ast, form)
    // Numbers are finite as they are.
    for (const filter of filters(ast.checks ?? []))
      if (filter.annotations?.representation?.id !== isFinite) fits = both(fits, filter, ast)
    memo[form].set(ast, fits)
  }
  return fits
}

/**
 * Tells whether the type side of a schema takes a value and gives it back as it is. False may also mean that the schema
 * has to be asked: of what is no plain JSON, or where it holds transformations and classes. Compiled when first used.
 */
export const makeValidator = <A>(schema: Schema.Schema<A>, form: Form) => {
  let found: Validator | undefined
  return (value: unknown): value is A => (found ??= compile(SchemaAST.toType(schema.ast), form))(value)
}
