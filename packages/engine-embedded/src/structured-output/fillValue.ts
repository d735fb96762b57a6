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
import { emptyScalar, isOfNothing } from "./emptyScalar.ts"
import { describeField, type SchemaField } from "./field.ts"
import { best, type Filled, fromText, notFound, pointersIn } from "./filled.ts"
import {
  maxDepth,
  maxMerges,
  type MergeBudget,
  mergeSchema,
  partValidator,
  referencesOf,
  typesIn
} from "./schemaParts.ts"
import { entryScopes, readList } from "./readList.ts"
import { type Decision, namedOptions, type Outcome, readBoolean, readOption } from "./readOptions.ts"
import { firstNumber, readNumber, readText } from "./readValue.ts"
import { type ExtractionScope, firstIn } from "./scope.ts"
import { jsonEquals } from "./validate.ts"

/** Where a value stands: its field, and the schemas around it. Without a scope, its value is the emptiest one. */
interface Place {
  readonly field: SchemaField
  readonly scope: ExtractionScope | undefined
  readonly depth: number
  /** The `$ref`s that are being filled, to stop at recursion. */
  readonly open: ReadonlySet<string>
}

/** Values that are read for one schema, at most, nested ones included. */
const maxPlaces = 2_000

/** Entries of a list, rows of a table, and empty items of an array, at most. */
const maxEntries = 50
const maxRows = 20
const maxEmptyItems = 1_000

/** The filled schema, with the questions that its value depends on. */
export interface FilledSchema {
  readonly filled: Filled
  readonly decisions: ReadonlyArray<Decision>
}

/**
 * Fills a schema from a scope, or with the emptiest value without one. `outcomes` answer the questions that the same call
 * without them gives; until then, what is asked is empty.
 */
export const fillValue = (
  lexicon: Lexicon,
  root: SchemaNode,
  rootScope?: ExtractionScope,
  outcomes: ReadonlyArray<Outcome> = []
): FilledSchema => {
  const decisions: Array<Decision> = []
  const decide = (decision: Decision): Outcome | undefined => outcomes[decisions.push(decision) - 1]
  const budget: MergeBudget = { left: maxMerges }
  const merge = (node: SchemaNode) => mergeSchema(root, node, budget)
  let places = 0

  const validatorOf = (node: SchemaNode) => partValidator(root, node)

  const emptyOf = (node: SchemaNode, place: Place): Filled =>
    notFound(fill(node, { ...place, scope: undefined, open: new Set() }).value)

  const fillObject = (node: SchemaNode, place: Place): Filled => {
    const required = new Set(requiredOf(node))
    const properties = new Map(propertiesOf(node))
    const further = subschema(node, "additionalProperties") ?? {}
    for (const name of required) if (!properties.has(name)) properties.set(name, further)
    let optional = (numberKeyword(node, "maxProperties") ?? Infinity) - required.size
    const parts: Array<Filled> = []
    const entries: Array<readonly [string, Schema.Json]> = []
    const pointers: Array<string> = []
    for (const [name, inner] of properties) {
      const isRequired = required.has(name)
      if (!isRequired && place.scope === undefined) continue
      const field = describeField(lexicon, name, merge(inner) ?? inner)
      const filled = fill(inner, { ...place, field, depth: place.depth + 1 })
      if (!isRequired && (filled.evidence === "none" || optional-- <= 0)) continue
      if (filled.value === undefined) return notFound(undefined)
      parts.push(filled)
      entries.push([name, filled.value])
      pointers.push(...pointersIn(name, filled))
    }
    return {
      value: Object.fromEntries(entries),
      // An object that holds nothing is not found, whatever its schema asks for.
      notFound: entries.length === 0 ? [""] : pointers,
      evidence: best(parts)?.evidence ?? "none"
    }
  }

  /** The items that the texts hold: of a tuple, a list, a table, or an enumeration of options. */
  const itemsOf = (node: SchemaNode, place: Place, scope: ExtractionScope): ReadonlyArray<Filled> => {
    const { depth, field } = place
    const prefix = subschemas(node, "prefixItems")
    if (prefix.length > 0) return prefix.map((inner) => fill(inner, { ...place, depth: depth + 1 }))
    const item = subschema(node, "items") ?? { type: "string" }
    const merged = merge(item) ?? item
    const [type] = typesIn(merged)
    const isValid = validatorOf(merged)
    const fromTexts = (values: ReadonlyArray<Schema.Json>) =>
      values.filter(isValid).slice(0, maxEntries).map(fromText)
    if (keyword(merged, "enum") !== undefined) {
      const options = listKeyword(merged, "enum").filter((option) => typeof option === "string")
      return fromTexts(firstIn(scope, (one) => namedOptions(field, one, options)) ?? [])
    }
    if (type === "object")
      return entryScopes(field, scope)
        .slice(0, maxRows)
        .map((one) => fill(item, { ...place, scope: one, depth: depth + 1 }))
        .filter(({ evidence }) => evidence === "text")
    const entries = firstIn(scope, (one) => readList(field, one)) ?? []
    if (type === "string") return fromTexts(entries)
    if (type !== "number" && type !== "integer") return []
    const element = describeField(lexicon, field.key, { ...merged, description: field.details })
    return fromTexts(entries.flatMap((entry) => firstNumber(entry, element) ?? []))
  }

  const fillArray = (node: SchemaNode, place: Place): Filled | undefined => {
    const { depth, field, scope } = place
    const least = numberKeyword(node, "minItems") ?? 0
    if (scope === undefined) {
      const prefix = subschemas(node, "prefixItems")
      const items = Array.from({ length: Math.min(least, maxEmptyItems) }, (_, at) => at).map((at) =>
        fill(prefix[at] ?? subschema(node, "items") ?? {}, { ...place, depth: depth + 1 })
      )
      const values = items.flatMap(({ value }) => (value === undefined ? [] : [value]))
      return notFound(values.length < items.length ? undefined : values)
    }
    // The text says that there are no entries.
    if (least === 0 && firstIn(scope, (one) => readList(field, one))?.length === 0) return fromText([])
    const items = itemsOf(node, place, scope).slice(0, numberKeyword(node, "maxItems"))
    const unique = items.filter(
      ({ value }, at) =>
        value !== undefined &&
        items.slice(0, at).every((other) => other.value === undefined || !jsonEquals(value, other.value))
    )
    if (unique.length === 0 || unique.length < least) return undefined
    return {
      value: unique.flatMap(({ value }) => (value === undefined ? [] : [value])),
      notFound: unique.flatMap((filled, at) => pointersIn(at, filled)),
      evidence: best(unique)?.evidence ?? "none"
    }
  }

  const fillOptions = (node: SchemaNode, { field, scope }: Place): Filled | undefined => {
    const options = listKeyword(node, "enum")
    const [only] = options
    if (options.length === 1 && only !== undefined) return { value: only, notFound: [], evidence: "none" }
    if (scope !== undefined) return readOption(lexicon, decide, field, scope, options)
    const valid = options.filter(validatorOf(node))
    return notFound(valid.find(isOfNothing) ?? valid[0])
  }

  const fillScalar = (type: string, node: SchemaNode, { field, scope }: Place): Filled | undefined => {
    const isValid = validatorOf({ ...node, type })
    if (scope === undefined) return notFound(emptyScalar(type, node, isValid))
    if (type === "boolean") return readBoolean(decide, field, scope)
    const value = firstIn<string | number>(scope, (one) => {
      const query = { field, node, scope: one, isValid }
      return type === "string" ? readText(query) : readNumber(query)
    })
    return value === undefined ? undefined : fromText(value)
  }

  /** The branch of which the text holds most, or that can be empty. */
  const fillBranches = (
    node: SchemaNode,
    branches: ReadonlyArray<SchemaNode>,
    place: Place
  ): Filled | undefined => {
    const { anyOf: _any, oneOf: _one, ...rest } = node
    const all = branches.map((branch) => {
      const whole = { allOf: [rest, branch] }
      const field = describeField(lexicon, place.field.key, merge(whole) ?? rest)
      return fill(whole, { ...place, field, depth: place.depth + 1 })
    })
    return place.scope === undefined ? all.find(({ value }) => value !== undefined) : best(all)
  }

  const fillType = (type: string, node: SchemaNode, place: Place): Filled | undefined => {
    if (type === "object") return fillObject(node, place)
    return type === "array" ? fillArray(node, place) : fillScalar(type, node, place)
  }

  const fillTypes = (node: SchemaNode, place: Place): Filled | undefined => {
    const types = typesIn(node)
    const all = types.map((type) => fillType(type, node, place))
    if (place.scope === undefined) return all.find((filled) => filled?.value !== undefined)
    // An object that may be null is null where nothing of it is found.
    return best(all) ?? (typesOf(node).includes("null") ? undefined : all[types.indexOf("object")])
  }

  const fill = (given: SchemaNode, place: Place): Filled => {
    const node = merge(given)
    const isEmpty = place.scope === undefined
    const references = referencesOf(given)
    const isOpen = references.some((reference) => place.open.has(reference))
    if (isEmpty && (node === undefined || isOpen)) return notFound(undefined)
    // A schema that refers to itself is filled one level deep.
    if (node === undefined || isOpen || (!isEmpty && (places++ > maxPlaces || place.depth > maxDepth)))
      return emptyOf(node ?? given, place)
    const inside =
      references.length === 0 ? place : { ...place, open: new Set([...place.open, ...references]) }
    const constant = keyword(node, "const")
    if (constant !== undefined) return { value: constant, notFound: [], evidence: "none" }
    if (isEmpty && validatorOf(node)(null)) return notFound(null)
    const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
    const filled =
      branches.length > 0
        ? fillBranches(node, branches, inside)
        : keyword(node, "enum") === undefined
          ? fillTypes(node, inside)
          : fillOptions(node, inside)
    return filled ?? (isEmpty ? notFound(undefined) : emptyOf(node, place))
  }

  const whole: Place = {
    field: describeField(lexicon, "", root),
    scope: rootScope,
    depth: 0,
    open: new Set(["#"])
  }
  return { filled: fill(root, whole), decisions }
}
