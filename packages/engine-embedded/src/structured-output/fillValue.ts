// The value of a schema: one recursion over it, which reads what texts hold and takes the emptiest value for the rest.
import type { SchemaNode } from "@leadline/core/internal"
import {
  keyword,
  listKeyword,
  numberKeyword,
  propertiesOf,
  requiredOf,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import type { Lexicon } from "../vectors/lexicon.ts"
import { emptyScalar } from "./emptyScalar.ts"
import { describeField, type SchemaField } from "./field.ts"
import { type MergeBudget, mergeSchema, referencesOf } from "./mergeSchema.ts"
import { entrySources, readList } from "./readList.ts"
import { type Decision, namedOptions, type Outcome, readBoolean, readOption } from "./readOptions.ts"
import { firstNumber, readValue } from "./readValue.ts"
import { firstIn, type Source } from "./sources.ts"
import { jsonEquals, partValidator } from "./validate.ts"

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

/** The JSON pointers of what is not found in a part of a value, from the value on. */
const pointersIn = (key: string | number, { notFound }: Filled): ReadonlyArray<string> =>
  notFound.map((pointer) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`)

/** Where a value stands. Without sources, it is the emptiest one. */
interface Place {
  /** The name of the property; that of the list, for its items. */
  readonly key: string
  readonly sources: ReadonlyArray<Source>
  /** The `$ref`s that are being filled, to stop at recursion. */
  readonly open: ReadonlySet<string>
}

/** Schemas merged for one value, at most; those that are left for empty values when reading ends. */
const maxMerges = 10_000
const minLeft = 5_000

/** Entries of a list, rows of a table, and empty items of an array, at most. */
const maxEntries = 50
const maxRows = 20
const maxEmptyItems = 1_000

/** The type of a schema without `type`, by its other keywords. */
const guessType = (node: SchemaNode): string => {
  const has = (...keys: ReadonlyArray<string>) => keys.some((key) => keyword(node, key) !== undefined)
  if (has("properties", "required", "additionalProperties", "minProperties")) return "object"
  if (has("items", "prefixItems", "minItems", "uniqueItems")) return "array"
  return has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum") ? "number" : "string"
}

/** The types that a schema takes, without `null`. */
const typesIn = (node: SchemaNode): ReadonlyArray<string> =>
  typesOf(node).length === 0 ? [guessType(node)] : typesOf(node).filter((type) => type !== "null")

const isSame = (left: Schema.Json | undefined, right: Schema.Json | undefined): boolean =>
  left !== undefined && right !== undefined && jsonEquals(left, right)

/** One schema for each branch, or for each of several types; empty for a schema without them. */
const alternativesOf = (node: SchemaNode): ReadonlyArray<SchemaNode> => {
  const { anyOf: _any, oneOf: _one, ...rest } = node
  const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
  if (branches.length > 0) return branches.map((branch) => ({ allOf: [rest, branch] }))
  const types = keyword(node, "enum") === undefined ? typesIn(node) : []
  return types.length > 1 ? types.map((type) => ({ ...node, type })) : []
}

/** The filled schema, with the questions that its value depends on. */
export interface FilledSchema {
  readonly filled: Filled
  readonly decisions: ReadonlyArray<Decision>
}

/**
 * Fills a schema from sources, the first ones first, or with the emptiest value without them. `outcomes` answer the questions
 * that the same call without them gives; until then, what is asked is empty.
 */
export const fillValue = (
  lexicon: Lexicon,
  root: SchemaNode,
  rootSources: ReadonlyArray<Source> = [],
  outcomes: ReadonlyArray<Outcome> = []
): FilledSchema => {
  const decisions: Array<Decision> = []
  const decide = (decision: Decision): Outcome => outcomes[decisions.push(decision) - 1]
  const budget: MergeBudget = { left: maxMerges }
  const fieldOf = (node: SchemaNode, { key }: Place): SchemaField => describeField(lexicon, key, node)

  const fillObject = (node: SchemaNode, place: Place): Filled => {
    const required = new Set(requiredOf(node))
    const properties = new Map(propertiesOf(node))
    const further = subschema(node, "additionalProperties") ?? {}
    for (const name of required) if (!properties.has(name)) properties.set(name, further)
    let optional = (numberKeyword(node, "maxProperties") ?? Infinity) - required.size
    let isFound = false
    const entries: Array<readonly [string, Schema.Json]> = []
    const notFound: Array<string> = []
    for (const [name, inner] of properties) {
      const isRequired = required.has(name)
      if (!isRequired && place.sources.length === 0) continue
      const filled = fill(inner, { ...place, key: name })
      if (!isRequired && (!filled.isFound || optional-- <= 0)) continue
      if (filled.value === undefined) return empty(undefined)
      isFound ||= filled.isFound
      entries.push([name, filled.value])
      notFound.push(...pointersIn(name, filled))
    }
    // An object that holds nothing is not found, whatever its schema asks for.
    return { value: Object.fromEntries(entries), notFound: entries.length === 0 ? [""] : notFound, isFound }
  }

  /** The items that the texts hold: of a tuple, an enumeration of options, a table, or a list. Undefined: there are none. */
  const readItems = (node: SchemaNode, place: Place): ReadonlyArray<Filled> | undefined => {
    const { sources } = place
    const prefix = subschemas(node, "prefixItems")
    if (prefix.length > 0) return prefix.map((inner) => fill(inner, place))
    const given = subschema(node, "items") ?? { type: "string" }
    const item = mergeSchema(root, given, budget) ?? given
    const field = fieldOf({ ...node, items: item }, place)
    const list = firstIn(sources, (source) => readList(field, source))
    // The text says that there are no entries.
    if (list?.length === 0 && (numberKeyword(node, "minItems") ?? 0) === 0) return undefined
    const isValid = partValidator(root, item)
    const all = (values: ReadonlyArray<Schema.Json>) => values.filter(isValid).slice(0, maxEntries).map(found)
    if (keyword(item, "enum") !== undefined) {
      const options = listKeyword(item, "enum").filter((option) => typeof option === "string")
      return all(firstIn(sources, (source) => namedOptions(field, source, options)) ?? [])
    }
    switch (typesIn(item)[0]) {
      case "object":
        return sources
          .slice(0, 1)
          .flatMap((source) => entrySources(field, source))
          .slice(0, maxRows)
          .map((source) => fill(given, { ...place, sources: [source] }))
          .filter(({ isFound }) => isFound)
      case "string":
        return all(list ?? [])
      case "number":
      case "integer":
        return all((list ?? []).flatMap((entry) => firstNumber(entry, field) ?? []))
      default:
        return []
    }
  }

  const fillArray = (node: SchemaNode, place: Place): Filled | undefined => {
    const least = numberKeyword(node, "minItems") ?? 0
    if (place.sources.length === 0) {
      const [prefix, further] = [subschemas(node, "prefixItems"), subschema(node, "items") ?? {}]
      const values = Array.from({ length: Math.min(least, maxEmptyItems) }, (_, at) => at).map(
        (at) => fill(prefix[at] ?? further, place).value
      )
      return empty(values.every((value) => value !== undefined) ? values : undefined)
    }
    const read = readItems(node, place)
    if (read === undefined) return found([])
    const items = read
      .slice(0, numberKeyword(node, "maxItems"))
      .filter(({ value }, at, all) => all.findIndex((other) => isSame(value, other.value)) === at)
    if (items.length === 0 || items.length < least) return undefined
    return {
      value: items.flatMap(({ value }) => (value === undefined ? [] : [value])),
      notFound: items.flatMap((filled, at) => pointersIn(at, filled)),
      isFound: items.some(({ isFound }) => isFound)
    }
  }

  const fillLeaf = (type: string, node: SchemaNode, place: Place): Filled | undefined => {
    const { sources } = place
    const isValid = partValidator(root, node)
    if (sources.length === 0) return empty(emptyScalar(type, node, isValid))
    const field = fieldOf(node, place)
    const isNumber = type !== "string"
    const read = () =>
      type === "boolean"
        ? readBoolean(decide, field, sources)
        : firstIn(sources, (source) => readValue({ field, node, source, isNumber, isValid }))
    const options = listKeyword(node, "enum")
    const value = options.length > 0 ? readOption(decide, field, sources, options) : read()
    return value === undefined ? undefined : found(value)
  }

  /** What the texts hold; without them, the emptiest value. */
  const fillNode = (node: SchemaNode, place: Place): Filled | undefined => {
    const alternatives = alternativesOf(node)
    if (alternatives.length > 0) {
      const all = alternatives.map((one) => fill(one, place))
      return all.find((one) => (place.sources.length === 0 ? one.value !== undefined : one.isFound))
    }
    const [type] = typesIn(node)
    if (type === undefined) return undefined
    if (keyword(node, "enum") !== undefined) return fillLeaf(type, node, place)
    if (type === "object") return fillObject(node, place)
    return type === "array" ? fillArray(node, place) : fillLeaf(type, node, place)
  }

  const fill = (given: SchemaNode, place: Place): Filled => {
    const node = mergeSchema(root, given, budget)
    const isEmpty = place.sources.length === 0
    const references = referencesOf(given)
    const isOpen = references.some((reference) => place.open.has(reference))
    if (isEmpty && (node === undefined || isOpen)) return empty(undefined)
    const emptiest = () => empty(fill(node ?? given, { ...place, sources: [], open: new Set() }).value)
    // A schema that refers to itself is filled one level deep.
    if (node === undefined || isOpen || (!isEmpty && budget.left < minLeft)) return emptiest()
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

  const place: Place = { key: "", sources: rootSources, open: new Set(["#"]) }
  return { filled: fill(root, place), decisions }
}
