// Validates a value of very many members in slices: the schema would look at all at once.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { filters, makeValidator } from "../../schema/validator.ts"
import { isJsonSchema, Json } from "../../schema/Json.ts"
import type { Resumable } from "../../scheduling/resumable.ts"
import type { Parsed } from "../../protocol/json/incrementalParse.ts"

/** Members between two pauses. */
const pause = 64

/** Failures reported for one value: the body of an error holds no more. */
const most = 20

interface Search {
  readonly options: SchemaAST.ParseOptions
  readonly found: Array<SchemaIssue.Issue>
  /** Values with very many members, with their names: to ask an object for them takes long. Never given to a schema whole. */
  readonly large: Parsed["large"]
  /** Values with long texts, never given to a schema whole. */
  readonly long: Parsed["long"]
  /** True once a field was found that the schema would take away. */
  hasExcess: boolean
}

type Path = ReadonlyArray<PropertyKey>

const isFull = ({ found, options }: Search): boolean => found.length >= (options.errors === "all" ? most : 1)

const add = ({ found }: Search, path: Path, issue: SchemaIssue.Issue): void => {
  found.push(path.length === 0 ? issue : new SchemaIssue.Pointer(path, issue))
}

const isLarge = (value: unknown, { large, long }: Search): value is object =>
  typeof value === "object" && value !== null && (large.has(value) || long.has(value))

const namesOf = (value: object, { large }: Search): ReadonlyArray<string> =>
  large.get(value) ?? Object.keys(value)

const predicates = new WeakMap<SchemaAST.AST, (value: unknown) => boolean>()

const fitsAs = (ast: SchemaAST.AST, value: unknown): boolean => {
  let predicate = predicates.get(ast)
  if (predicate === undefined) {
    predicate = makeValidator(Schema.make<Schema.Codec<unknown>>(ast), "parsed")
    predicates.set(ast, predicate)
  }
  return predicate(value)
}

/** By the schema itself. */
const ask = (ast: SchemaAST.AST, value: unknown, path: Path, search: Search): void => {
  const result = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast), search.options)(value)
  if (Result.isFailure(result)) add(search, path, result.failure.issue)
  else if (ast._tag !== "Declaration" && search.options.onExcessProperty !== "error") search.hasExcess = true
}

/** A filter with a known result. */
const filterWith = (found: Schema.FilterOutput) => Schema.makeFilter(() => found)

/** Runs the checks of a value; long ones in slices. */
function* askFilters(ast: SchemaAST.AST, value: unknown, path: Path, search: Search): Resumable<void> {
  for (const filter of filters(ast.checks ?? [])) {
    const slices = filter.annotations?.resumable?.(value)
    const { run } = slices === undefined ? filter : filterWith(yield* slices)
    const issue = run(value, ast, search.options)
    if (issue === undefined) continue
    add(search, path, new SchemaIssue.Filter(filter, issue))
    if (isFull(search)) return
  }
}

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The members of a union that the literals of an object or array allow. */
const allowed = ({ types }: SchemaAST.Union, value: unknown): ReadonlyArray<SchemaAST.AST> =>
  types.filter((type) =>
    type._tag === "Objects"
      ? isRecord(value) &&
        type.propertySignatures.every(
          (field) =>
            !SchemaAST.isLiteral(field.type) ||
            (Object.hasOwn(value, field.name)
              ? fitsAs(field.type, Reflect.get(value, field.name))
              : SchemaAST.isOptional(field.type))
        )
      : type._tag === "Arrays"
        ? Array.isArray(value)
        : !SchemaAST.isLiteral(type) && type._tag !== "String" && type._tag !== "Null"
  )

/** True if the failures of the one member are those of the union. A declaration beside objects accepts what these do not name. */
const isToldAlone = (only: SchemaAST.AST, { types }: SchemaAST.Union): boolean =>
  only._tag !== "Declaration" || types.every(({ _tag: tag }) => tag !== "Objects")

const composite = (ast: SchemaAST.AST, [first, ...others]: ReadonlyArray<SchemaIssue.Issue>) =>
  first === undefined ? undefined : new SchemaIssue.Composite(ast, [first, ...others])

/** The issues of a value by itself. */
function* issueIn(
  ast: SchemaAST.AST,
  value: unknown,
  around: Search
): Resumable<SchemaIssue.Composite | undefined> {
  const search: Search = { ...around, found: [], hasExcess: false }
  if (!isSettled(ast, value, search)) yield* look(ast, value, [], search)
  if (search.found.length === 0) around.hasExcess ||= search.hasExcess
  return composite(ast, search.found)
}

/** By the one member of the union that the value can be, or by each that it can be. */
function* union(ast: SchemaAST.Union, value: object, path: Path, search: Search): Resumable<void> {
  const types = allowed(ast, value)
  const [only] = types
  if (only !== undefined && types.length === 1 && isToldAlone(only, ast)) {
    return yield* look(only, value, path, search)
  }
  const issues: Array<SchemaIssue.Issue> = []
  for (const type of types) {
    const issue = yield* issueIn(type, value, search)
    if (issue === undefined) return
    issues.push(issue)
  }
  if (search.large.has(value)) add(search, path, new SchemaIssue.AnyOf(ast, issues))
  else ask(ast, value, path, search)
}

/** Most members are small and fit. */
const isSettled = (ast: SchemaAST.AST, value: unknown, search: Search): boolean =>
  !isLarge(value, search) && fitsAs(ast, value)

function* fields(ast: SchemaAST.Objects, value: object, path: Path, search: Search): Resumable<void> {
  const [index] = ast.indexSignatures
  const known = new Map(ast.propertySignatures.map(({ name, type }) => [name, type]))
  const names = namesOf(value, search)
  let at = 0
  if (index === undefined) {
    for (const name of names) {
      if (isFull(search)) return
      if (++at % pause === 0) yield
      if (known.has(name)) continue
      if (search.options.onExcessProperty === "error") {
        add(search, [...path, name], new SchemaIssue.UnexpectedKey(ast))
      } else search.hasExcess = true
    }
  }
  for (const [name, type] of known) {
    if (isFull(search)) return
    if (Object.hasOwn(value, name)) {
      const field: unknown = Reflect.get(value, name)
      if (!isSettled(type, field, search)) yield* look(type, field, [...path, name], search)
    } else if (!SchemaAST.isOptional(type)) {
      add(search, [...path, name], new SchemaIssue.MissingKey(type.context?.annotations))
    }
  }
  if (index === undefined) return
  for (const name of names) {
    if (isFull(search)) return
    if (++at % pause === 0) yield
    const field: unknown = Reflect.get(value, name)
    if (!isSettled(index.type, field, search)) yield* look(index.type, field, [...path, name], search)
  }
}

function* elements(ast: SchemaAST.AST, value: ReadonlyArray<unknown>, path: Path, search: Search) {
  for (let at = 0; at < value.length && !isFull(search); at++) {
    if (at % pause === 0) yield
    if (!isSettled(ast, value[at], search)) yield* look(ast, value[at], [...path, at], search)
  }
}

/** The members of free content, up to the first that is no JSON. */
function* content(value: object, path: Path, search: Search): Resumable<void> {
  const before = search.found.length
  const names = Array.isArray(value) ? value.keys() : namesOf(value, search)
  let at = 0
  for (const name of names) {
    if (++at % pause === 0) yield
    const one: unknown = Reflect.get(value, name)
    if (isSettled(Json.ast, one, search)) continue
    yield* look(Json.ast, one, [...path, name], search)
    if (search.found.length > before) return
  }
}

function* look(ast: SchemaAST.AST, value: unknown, path: Path, search: Search): Resumable<void> {
  yield
  if (!isLarge(value, search)) return ask(ast, value, path, search)
  const before = search.found.length
  if (ast._tag === "Suspend") return yield* look(ast.thunk(), value, path, search)
  if (ast._tag === "Union") yield* union(ast, value, path, search)
  else if (ast._tag === "Arrays" && Array.isArray(value) && ast.elements.length === 0) {
    const [rest, tail] = ast.rest
    if (rest === undefined || tail !== undefined) return ask(ast, value, path, search)
    yield* elements(rest, value, path, search)
  } else if (ast._tag === "Objects" && isRecord(value) && ast.indexSignatures.length <= 1) {
    yield* fields(ast, value, path, search)
  } else if (isJsonSchema(ast)) {
    yield* content(value, path, search)
  } else return ask(ast, value, path, search)
  yield
  if (search.found.length === before) yield* askFilters(ast, value, path, search)
}

/** The result of a check: an error, or whether the value may go on as it is; if it may not, the schema has to be asked. */
export type Checked = { readonly error: Schema.SchemaError } | { readonly fits: boolean }

/**
 * Checks a value by the type side of a schema. The error holds the first failure or, if all are asked for, the first
 * few.
 */
export function* checkInSlices(
  schema: Schema.Top,
  { large, long, value }: Parsed,
  options: SchemaAST.ParseOptions
): Resumable<Checked> {
  const search: Search = { options, found: [], large, long, hasExcess: false }
  const ast = SchemaAST.toType(schema.ast)
  if (!isSettled(ast, value, search)) yield* look(ast, value, [], search)
  const issue = composite(ast, search.found)
  return issue === undefined ? { fits: !search.hasExcess } : { error: new Schema.SchemaError(issue) }
}
