// The value of a schema: one recursion over it, which reads what texts hold and takes the emptiest value for the rest.
import {
  keyword,
  listKeyword,
  numberKeyword,
  propertiesOf,
  requiredOf,
  type SchemaNode,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { emptyScalar } from "./emptyScalar.ts"
import { describeField } from "./field.ts"
import { type Decide, type Decision, namedOptions, readBoolean, readOption } from "./readOptions.ts"
import { isNamedIn, readTold, readValue } from "./readValue.ts"
import { firstIn, partsOf, readList, type Source } from "./sources.ts"
import { jsonEquals, mergeSchema, partValidator, referencesOf } from "./validate.ts"

/** A value for a part of a schema. */
export interface Filled {
  /** Undefined where no value of the schema is known. */
  readonly value: Schema.Json | undefined
  /** JSON pointers, from the part on, of what the texts do not hold. */
  readonly notFound: ReadonlyArray<string>
  /** Do the texts hold any of it? */
  readonly isFound: boolean
}

const found = (value: Schema.Json): Filled => ({ value, notFound: [], isFound: true })

/** The emptiest value, if there is one, for what the texts do not hold. */
const empty = (value: Schema.Json | undefined): Filled => ({ value, notFound: [""], isFound: false })

/** The value that parts make, each with its key. There is none without all of them. */
const wholeOf = (
  parts: ReadonlyArray<readonly [key: string | number, part: Filled]>,
  make: (values: ReadonlyArray<readonly [key: string | number, value: Schema.Json]>) => Schema.Json
): Filled => {
  const values = parts.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]))
  if (values.length < parts.length) return empty(undefined)
  const notFound = parts.flatMap(([key, part]) => {
    const start = `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`
    return part.notFound.map((pointer) => start + pointer)
  })
  return { value: make(values), notFound, isFound: parts.some(([, { isFound }]) => isFound) }
}

/** Kinds of values that are hardly ever those of two properties. */
const ofOneProperty = new Set<string>(["email", "uuid", "phone", "iban"])

/** Where a value stands. Without sources, it is the emptiest one. */
interface Place {
  /** The name of the property; that of the list, for its items. */
  readonly key: string
  readonly sources: ReadonlyArray<Source>
  /** The `$ref`s that are being filled, to stop at recursion. */
  readonly open: ReadonlySet<string>
  /** Values of the same object that are those of one property. */
  readonly taken: Set<Schema.Json>
}

/** Schemas merged for one value, and to see what a property asks for, questions for the decisions engine, and items of an array that are read, or empty, at most. */
const maxMerges = 10_000
const maxMergesOfOne = 64
const maxDecisions = 128
const maxItems = 50
const maxEmptyItems = 1_000

/** The types that a schema takes, without `null`; for one without `type`, a guess. */
const typesIn = (node: SchemaNode): ReadonlyArray<string> => {
  const types = typesOf(node)
  if (types.length > 0) return types.filter((type) => type !== "null")
  if (keyword(node, "properties") !== undefined) return ["object"]
  return [keyword(node, "items") === undefined ? "string" : "array"]
}

/** One schema for each branch, or for each of several types; empty for a schema without them. */
const alternativesOf = (node: SchemaNode): ReadonlyArray<SchemaNode> => {
  const { anyOf: _any, oneOf: _one, ...rest } = node
  const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
  if (branches.length > 0) return branches.map((branch) => ({ allOf: [rest, branch] }))
  const types = keyword(node, "enum") === undefined ? typesIn(node) : []
  return types.length > 1 ? types.map((type) => ({ ...node, type })) : []
}

/**
 * Fills a schema from sources, the first ones first, or with the emptiest value without them. `outcomes` answer the questions
 * that the same call without them gives; until then, what is asked is empty.
 */
export const fillValue = (
  root: SchemaNode,
  rootSources: ReadonlyArray<Source> = [],
  outcomes: ReadonlyArray<string | undefined> = []
) => {
  const decisions: Array<Decision> = []
  const decide: Decide = (decision) =>
    decisions.length < maxDecisions ? outcomes[decisions.push(decision) - 1] : undefined
  const budget = { left: maxMerges }

  /** When a property is read: of `email` and `billing_email`, one that the text names comes first, then that with fewer words. */
  const turnOf = (name: string, node: SchemaNode, sources: ReadonlyArray<Source>): number => {
    const field = describeField(name, mergeSchema(root, node, { left: maxMergesOfOne }) ?? node)
    return !ofOneProperty.has(field.kind) || isNamedIn(field, sources) ? -1 : field.own.length
  }

  const fillObject = (node: SchemaNode, { open, sources }: Place): Filled => {
    const required = new Set(requiredOf(node))
    const properties = new Map(propertiesOf(node))
    const further = subschema(node, "additionalProperties") ?? {}
    for (const name of required) if (!properties.has(name)) properties.set(name, further)
    const wanted = [...properties].filter(([name]) => required.has(name) || sources.length > 0)
    const taken = new Set<Schema.Json>()
    const read = new Map(
      wanted
        .map(([name, inner]) => ({ name, inner, turn: turnOf(name, inner, sources) }))
        .toSorted((left, right) => left.turn - right.turn)
        .map(({ inner, name }) => [name, fill(inner, { key: name, sources, open, taken })])
    )
    const parts = wanted.flatMap(([name]) => {
      const filled = read.get(name)
      return filled !== undefined && (required.has(name) || filled.isFound) ? [[name, filled] as const] : []
    })
    // An object that holds nothing is not found, whatever its schema asks for.
    if (parts.length === 0) return empty({})
    return wholeOf(parts, (values) => Object.fromEntries(values))
  }

  /** The items that the texts hold: of an enumeration of options, a table, or a list. */
  const readItems = (node: SchemaNode, place: Place): ReadonlyArray<Filled> => {
    const { sources } = place
    const given = subschema(node, "items") ?? { type: "string" }
    const item = mergeSchema(root, given, budget) ?? given
    const field = describeField(place.key, { ...node, items: item })
    const list = firstIn(sources, (source) => readList(field, source))
    const isValid = partValidator(root, item)
    const all = (values: ReadonlyArray<Schema.Json>) => values.filter(isValid).slice(0, maxItems).map(found)
    if (keyword(item, "enum") !== undefined) {
      const options = listKeyword(item, "enum").filter((option) => typeof option === "string")
      return all(firstIn(sources, (source) => namedOptions(field, source, options)) ?? [])
    }
    const [type] = typesIn(item)
    if (type === "object")
      return sources
        .slice(0, 1)
        .flatMap((source) => partsOf(source, list))
        .slice(0, maxItems)
        .map((source) => fill(given, { ...place, sources: [source] }))
        .filter(({ isFound }) => isFound)
    const isNumber = type === "number" || type === "integer"
    if (type !== "string" && !isNumber) return []
    const wanted = { field: describeField(place.key, item), node: item, isNumber, isValid }
    return all((list ?? []).flatMap((entry) => readTold(wanted, [entry]) ?? []))
  }

  const fillArray = (node: SchemaNode, place: Place): Filled | undefined => {
    const least = numberKeyword(node, "minItems") ?? 0
    if (place.sources.length === 0) {
      const [prefix, further] = [subschemas(node, "prefixItems"), subschema(node, "items") ?? {}]
      const isUnique = keyword(node, "uniqueItems") === true
      const values: Array<Schema.Json> = []
      while (values.length < Math.min(least, maxEmptyItems)) {
        const item = prefix[values.length] ?? further
        const other = isUnique ? { allOf: [item, { not: { enum: values } }] } : item
        const { value } = fill(other, place)
        if (value === undefined) return empty(undefined)
        values.push(value)
      }
      return empty(values)
    }
    const items = readItems(node, place)
      .slice(0, numberKeyword(node, "maxItems"))
      .filter(({ value }, at, all) => all.findIndex((other) => jsonEquals(value, other.value)) === at)
    if (items.length === 0 || items.length < least) return undefined
    return wholeOf([...items.entries()], (values) => values.map(([, value]) => value))
  }

  const fillLeaf = (type: string, node: SchemaNode, place: Place): Filled | undefined => {
    const { sources } = place
    const isValid = partValidator(root, node)
    if (sources.length === 0) return empty(emptyScalar(type, node, isValid))
    const field = describeField(place.key, node)
    const options = listKeyword(node, "enum")
    const query = { field, node, isNumber: type !== "string", isValid }
    const value =
      options.length > 0
        ? readOption(decide, field, sources, options)
        : type === "boolean"
          ? readBoolean(decide, field, sources)
          : firstIn(sources, (source) => readValue(query, source))
    if (value === undefined || place.taken.has(value)) return undefined
    if (ofOneProperty.has(field.kind)) place.taken.add(value)
    return found(value)
  }

  /** What the texts hold; without them, the emptiest value. */
  const fillNode = (node: SchemaNode, place: Place): Filled | undefined => {
    const alternatives = alternativesOf(node)
    if (alternatives.length > 0) {
      const all = alternatives.map((one) => fill(one, place))
      return all.find((one) => (place.sources.length === 0 ? one.value !== undefined : one.isFound))
    }
    const [type = "null"] = typesIn(node)
    if (keyword(node, "enum") !== undefined) return fillLeaf(type, node, place)
    if (type === "object") return fillObject(node, place)
    return type === "array" ? fillArray(node, place) : fillLeaf(type, node, place)
  }

  const fill = (given: SchemaNode, place: Place): Filled => {
    const node = mergeSchema(root, given, budget)
    const isEmpty = place.sources.length === 0
    const references = referencesOf(given)
    const isOpen = references.some((reference) => place.open.has(reference))
    const emptiest = () => empty(fill(node ?? given, { ...place, sources: [], open: new Set() }).value)
    // A schema that refers to itself is filled one level deep.
    if (node === undefined || isOpen) return isEmpty ? empty(undefined) : emptiest()
    const options = listKeyword(node, "enum")
    const constant = keyword(node, "const") ?? (options.length === 1 ? options[0] : undefined)
    if (constant !== undefined) return { value: constant, notFound: [], isFound: false }
    const isNullable = () => partValidator(root, node)(null)
    if (isEmpty && isNullable()) return empty(null)
    const open = references.length === 0 ? place.open : new Set([...place.open, ...references])
    const filled = fillNode(node, { ...place, open })
    if (isEmpty) return filled ?? empty(undefined)
    // An object that may be null is null where nothing of it is found.
    return filled === undefined || (!filled.isFound && isNullable()) ? emptiest() : filled
  }

  const place: Place = { key: "", sources: rootSources, open: new Set(["#"]), taken: new Set() }
  return { filled: fill(root, place), decisions }
}
