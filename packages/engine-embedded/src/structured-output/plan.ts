// Walks a caller's schema and plans a value: what the text gives at once, what the decisions engine decides.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Ranked } from "../question-answering/rankPassages.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { Pace } from "../scheduling/timeSlicer.ts"
import type { Field, Scope } from "./field.ts"
import { fieldOf, passagesFor } from "./field.ts"
import type { Node } from "./schemaKeywords.ts"
import {
  listOf,
  nodeOf,
  nodesOf,
  numberOf,
  own,
  propertiesOf,
  requiredOf,
  resolve,
  textOf,
  typesOf
} from "./schemaKeywords.ts"
import { numberFor, textFor, textsFor } from "./fieldValues.ts"

/** What the decisions engine is asked. Options are values of the schema by name. */
export interface Decision {
  readonly state: string
  readonly instructions: string
  readonly kind: "choice" | "noul"
  readonly options: ReadonlyArray<string>
}

/** A planned value. */
export type Plan =
  | { readonly kind: "value"; readonly value: Schema.Json; readonly found: boolean }
  | { readonly kind: "choice"; readonly decision: number; readonly values: ReadonlyArray<Schema.Json> }
  | { readonly kind: "noul"; readonly decision: number }
  | {
      readonly kind: "several"
      readonly decisions: ReadonlyArray<number>
      readonly values: ReadonlyArray<Schema.Json>
      readonly min: number
      readonly max: number
    }
  | { readonly kind: "object"; readonly entries: ReadonlyArray<readonly [string, Plan]> }
  | {
      readonly kind: "array"
      readonly items: ReadonlyArray<Plan>
      readonly unique: boolean
      readonly min: number
    }

/** A planned value, or `undefined` where none can be. */
export type Planned = Plan | undefined

/** Places planned, at most; and how deep references are followed. */
const mostPlaces = 2_000
const mostDepth = 24

/** Entries of a list whose length is open. */
const openLength = 5

/** The decisions engine takes this many options. */
const mostOptions = 255

const stateLength = 6_000

const value = (of: Schema.Json, found: boolean): Plan => ({ kind: "value", value: of, found })

/** Does a plan hold anything the text gave? */
const isFound = (plan: Plan): boolean => {
  if (plan.kind === "value") return plan.found
  if (plan.kind === "object") return plan.entries.some(([, inner]) => isFound(inner))
  return plan.kind === "array" ? plan.items.some(isFound) : true
}

/** Is everything that an entry must have given by the text? */
const isWhole = (plan: Plan, required: ReadonlySet<string>): boolean =>
  plan.kind === "object"
    ? isFound(plan) && plan.entries.every(([name, inner]) => !required.has(name) || isFound(inner))
    : isFound(plan)

/** Schemas still to be folded for one value: references can double at every step. */
interface Budget {
  left: number
}

const mostFolds = 10_000

/** References and `allOf` folded into one schema. Later entries of the same keyword win, properties are joined. */
const fold = (root: Node, node: Node, budget: Budget, depth = 0): Node | undefined => {
  budget.left--
  const reference = textOf(node, "$ref")
  const parts = [
    ...(reference === undefined ? [] : [resolve(root, reference) ?? {}]),
    ...nodesOf(node, "allOf")
  ]
  if (parts.length === 0) return node
  if (depth > mostDepth || budget.left < 0) return undefined
  const { $ref: _ref, allOf: _all, ...rest } = node
  let folded: Node = {}
  for (const part of [...parts, rest]) {
    const inner = part === rest ? rest : fold(root, part, budget, depth + 1)
    if (inner === undefined) return undefined
    const properties = Object.fromEntries([...propertiesOf(folded), ...propertiesOf(inner)])
    const required = [...new Set([...requiredOf(folded), ...requiredOf(inner)])]
    folded = Object.fromEntries([
      ...Object.entries(folded),
      ...Object.entries(inner),
      ...(Object.keys(properties).length > 0 ? [["properties", properties] as const] : []),
      ...(required.length > 0 ? [["required", required] as const] : [])
    ])
  }
  return folded
}

const stateOf = (ranked: ReadonlyArray<Ranked>, scope: Scope): string => {
  const texts: Array<string> = []
  let length = 0
  for (const { passage } of ranked) {
    length += passage.text.length
    if (length > stateLength) break
    texts.push(passage.text)
  }
  return texts.length === 0 ? scope.question.text : texts.join("\n")
}

const nameOf = (option: Schema.Json): string => (typeof option === "string" ? option : JSON.stringify(option))

/** Plans a value for a schema from a scope. Gives the plan, and what has to be decided. */
export const makePlan = Effect.fnUntraced(function* (lexicon: Lexicon, root: Node, scope: Scope, pace: Pace) {
  const decisions: Array<Decision> = []
  let places = 0
  const budget: Budget = { left: mostFolds }
  const decide = (decision: Decision): number => decisions.push(decision) - 1

  const planOptions = (
    options: ReadonlyArray<Schema.Json>,
    field: Field,
    ranked: ReadonlyArray<Ranked>,
    here: Scope
  ): Plan => {
    const [only] = options
    if (options.length === 1 && only !== undefined) return value(only, true)
    const state = stateOf(ranked, here)
    const lower = state.toLowerCase()
    // More options than can be asked: those that stand in the text go first.
    const kept =
      options.length <= mostOptions
        ? options
        : [
            ...options.filter((option) => lower.includes(nameOf(option).toLowerCase())),
            ...options.filter((option) => !lower.includes(nameOf(option).toLowerCase()))
          ].slice(0, mostOptions)
    const byName = new Map(kept.map((option) => [nameOf(option), option]))
    const decision = decide({
      state,
      instructions: `${here.question.text} ${field.about}`.trim(),
      kind: "choice",
      options: [...byName.keys()]
    })
    return { kind: "choice", decision, values: [...byName.values()] }
  }

  const planArray = Effect.fnUntraced(function* (
    node: Node,
    field: Field,
    here: Scope,
    ranked: ReadonlyArray<Ranked>,
    depth: number
  ) {
    const first = nodesOf(node, "prefixItems")
    const min = Math.max(numberOf(node, "minItems") ?? 0, 0)
    const max = Math.min(numberOf(node, "maxItems") ?? Infinity, Math.max(min, openLength + first.length))
    if (min > mostPlaces) return undefined
    const unique = own(node, "uniqueItems") === true
    const items: Array<Plan> = []
    for (const inner of first.slice(0, max)) {
      const plan: Planned = yield* walk(inner, field, here, depth + 1)
      if (plan === undefined) return undefined
      items.push(plan)
    }
    const rest = nodeOf(node, "items") ?? (first.length > 0 ? undefined : { type: "string" })
    const item = rest === undefined ? undefined : fold(root, rest, budget)
    if (item === undefined || items.length >= max)
      return items.length >= min ? ({ kind: "array", items, unique, min } as const) : undefined
    const options = listOf(item, "enum")
    if (options.length > 0 && first.length === 0) {
      const state = stateOf(ranked, here)
      const asked = options.map((option) =>
        decide({
          state,
          kind: "noul",
          options: [],
          instructions: `${field.about}: ${nameOf(option)}`
        })
      )
      return {
        kind: "several",
        decisions: asked,
        values: options,
        min,
        max: numberOf(node, "maxItems") ?? options.length
      } as const
    }
    const types = typesOf(item)
    if (types.includes("string") && textOf(item, "const") === undefined) {
      for (const text of textsFor(item, field, ranked, here, max - items.length))
        items.push(value(text, true))
    } else {
      // One entry for each passage that speaks of the field nearly as well as the best.
      const best = ranked[0]?.score ?? 0
      for (const { passage, score } of ranked) {
        if (items.length >= max || score < 0.6 * best || score <= 0) break
        const around = here.passages.filter(
          ({ order, source }) => source === passage.source && Math.abs(order - passage.order) === 1
        )
        const inner: Scope = { ...here, passages: [passage, ...around] }
        const plan: Planned = yield* walk(item, field, inner, depth + 1)
        if (plan === undefined) break
        if (isWhole(plan, new Set(requiredOf(item)))) items.push(plan)
      }
    }
    while (items.length < min) {
      const plan: Planned = yield* walk(item, field, here, depth + 1)
      if (plan === undefined || places > mostPlaces) return undefined
      items.push(plan)
    }
    return { kind: "array", items, unique, min } as const
  })

  const planObject = Effect.fnUntraced(function* (node: Node, here: Scope, depth: number) {
    const required = new Set(requiredOf(node))
    const least = numberOf(node, "minProperties") ?? 0
    const most = numberOf(node, "maxProperties") ?? Infinity
    const entries: Array<readonly [string, Plan]> = []
    const properties = propertiesOf(node)
    const further = nodeOf(node, "additionalProperties")
    const named = new Set(properties.map(([name]) => name))
    const undeclared = [...required]
      .filter((name) => !named.has(name))
      .map((name) => [name, further ?? {}] as const)
    for (const [name, inner] of [...properties, ...undeclared]) {
      if (entries.length >= most && !required.has(name)) continue
      const plan: Planned = yield* walk(
        inner,
        fieldOf(lexicon, name, fold(root, inner, budget) ?? inner),
        here,
        depth + 1
      )
      if (plan === undefined && required.has(name)) return undefined
      const wanted = required.has(name) || entries.length < least
      if (plan !== undefined && (wanted || isFound(plan))) entries.push([name, plan])
    }
    // An open map: one entry is asked for by its bound alone.
    for (let extra = 1; entries.length < least; extra++) {
      const plan: Planned =
        further === undefined || extra > mostPlaces
          ? undefined
          : yield* walk(further, fieldOf(lexicon, "", further), here, depth + 1)
      if (plan === undefined) return undefined
      entries.push([`entry_${extra}`, plan])
    }
    return { kind: "object", entries } as const
  })

  const walk: (node: Node, field: Field, here: Scope, depth: number) => Effect.Effect<Planned> =
    Effect.fnUntraced(function* (given: Node, field: Field, here: Scope, depth: number) {
      places++
      if (places > mostPlaces || depth > mostDepth) return undefined
      const node = fold(root, given, budget)
      if (node === undefined) return undefined
      const constant = own(node, "const")
      if (constant !== undefined) return value(constant, true)
      const ranked = yield* passagesFor(lexicon, here, field, pace)
      // Patterns are tried at length: others go first.
      if (own(node, "pattern") !== undefined) yield* pace.spend(2_000)
      if (own(node, "enum") !== undefined) {
        const options = listOf(node, "enum")
        return options.length === 0 ? undefined : planOptions(options, field, ranked, here)
      }
      const branches = [...nodesOf(node, "anyOf"), ...nodesOf(node, "oneOf")]
      if (branches.length > 0) {
        const { anyOf: _any, oneOf: _one, ...rest } = node
        let fallback: Planned
        for (const branch of branches) {
          const described =
            textOf(branch, "description") === undefined ? field : fieldOf(lexicon, field.name, branch)
          const plan: Planned = yield* walk({ allOf: [rest, branch] }, described, here, depth + 1)
          if (plan !== undefined && isFound(plan)) return plan
          fallback ??= plan
          if (plan?.kind === "value" && plan.value === null) fallback = plan
        }
        return fallback
      }
      const types = typesOf(node)
      const empty = types.includes("null") ? value(null, false) : undefined
      for (const type of types.length === 0 ? guess(node) : types) {
        const plan = yield* planType(type, node, field, here, ranked, depth)
        if (plan === undefined) continue
        if (isFound(plan) || empty === undefined) return plan
      }
      return empty
    })

  const planType = (
    type: string,
    node: Node,
    field: Field,
    here: Scope,
    ranked: ReadonlyArray<Ranked>,
    depth: number
  ): Effect.Effect<Planned> => {
    if (type === "object") return planObject(node, here, depth)
    if (type === "array") return planArray(node, field, here, ranked, depth)
    if (type === "boolean") {
      const instructions = field.about === "" ? here.question.text : field.about
      return Effect.succeed({
        kind: "noul",
        decision: decide({ state: stateOf(ranked, here), instructions, kind: "noul", options: [] })
      })
    }
    if (type === "number" || type === "integer") {
      const found = numberFor(type, node, field, ranked, here)
      return Effect.succeed(found === undefined ? undefined : value(found.value, found.found))
    }
    if (type === "string") {
      const found = textFor(node, field, ranked, here)
      return Effect.succeed(found === undefined ? undefined : value(found.value, found.found))
    }
    return Effect.succeed(type === "null" ? value(null, false) : undefined)
  }

  const plan: Planned = yield* walk(root, fieldOf(lexicon, "", root), scope, 0)
  return { plan, decisions }
})

/** The type of a schema that names none, by its other keywords. */
const guess = (node: Node): ReadonlyArray<string> => {
  const has = (...keys: ReadonlyArray<string>): boolean => keys.some((key) => own(node, key) !== undefined)
  if (has("properties", "required", "additionalProperties", "minProperties")) return ["object"]
  if (has("items", "prefixItems", "minItems", "uniqueItems")) return ["array"]
  if (has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")) return ["number"]
  return ["string"]
}
