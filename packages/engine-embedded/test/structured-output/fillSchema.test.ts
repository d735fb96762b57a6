// Values for schemas: taken from the text where possible, and always valid.
import { assert, describe, it } from "@effect/vitest"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as JsonSchema from "effect/JsonSchema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"
import * as EffectSchema from "effect/Schema"
import * as fc from "fast-check"
import * as Embedded from "../../src/index.ts"
import { readPassagesSync } from "../../src/question-answering/passages.ts"
import { readQuestion } from "../../src/question-answering/question.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { findSchemaProblem } from "@leadline/core/internal"
import { fillSchema } from "../../src/structured-output/fillSchema.ts"
import { makeValidator } from "@leadline/core/internal"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { anySchema } from "../support/anySchema.ts"
import { wordVectors } from "../support/wordVectors.ts"

const lexicon = makeLexicon(wordVectors)
const text =
  "The lighthouse of Petit Minou was built in 1848. Its light reaches 19 nautical miles. The keeper is Anne Le Goff. " +
  "Write to light@minou.example before 2026-12-24. The shop sells maps, ropes, lamps and books. It is open on Sunday."

const filled = Effect.fnUntraced(function* (
  schema: Schema.JsonObject,
  asked = "What is known of the lighthouse?"
) {
  const result = yield* fillSchema(lexicon, yield* Decisions, schema, {
    question: runSync(readQuestion(lexicon, [{ role: "user", text: asked }])),
    passages: readPassagesSync(1, text),
    pages: [{ id: 1, title: "Petit Minou", url: "https://lights.example/minou", snippet: text }]
  })
  return Result.getOrElse(result, (message) => ({ message }))
})

const value = (properties: Schema.JsonObject, asked?: string) =>
  filled(
    { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
    asked
  ).pipe(Effect.provide(Embedded.layerDecisions))

/** Every schema refers twice to the next: 2^20 in all. */
const doubling = {
  $ref: "#/$defs/a0",
  $defs: Object.fromEntries(
    Array.from({ length: 21 }, (_, step) => [
      `a${step}`,
      step === 20
        ? { type: "string" }
        : { allOf: [{ $ref: `#/$defs/a${step + 1}` }, { $ref: `#/$defs/a${step + 1}` }] }
    ])
  )
}

/** A schema that refers to itself in `child`. */
const recursive = (child: Schema.JsonObject, required: ReadonlyArray<string>) => ({
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      required: ["keeper", ...required],
      properties: { keeper: { type: "string" }, child }
    }
  }
})

describe("a value", () => {
  it.effect("takes yes and no from a label", () =>
    Effect.gen(function* () {
      const schema = { type: "object", required: ["express"], properties: { express: { type: "boolean" } } }
      for (const [said, expected] of [
        ["yes", true],
        ["No", false]
      ] as const) {
        const result = yield* fillSchema(lexicon, yield* Decisions, schema, {
          question: runSync(readQuestion(lexicon, [{ role: "user", text: "Read this." }])),
          passages: readPassagesSync(1, `Quantity: 3. Express: ${said}.`),
          pages: []
        })
        assert.deepEqual(Result.getOrThrow(result), { express: expected })
      }
    }).pipe(Effect.provide(Embedded.layerDecisions))
  )
  it.effect("takes numbers, names, formats and lists out of the text", () =>
    Effect.gen(function* () {
      const got = yield* value({
        year_built: { type: "integer", minimum: 1000, maximum: 2100 },
        reach: { type: "number", description: "nautical miles the light reaches" },
        keeper: { type: "string" },
        email: { type: "string", format: "email" },
        deadline: { type: "string", format: "date" },
        goods: { type: "array", items: { type: "string" }, description: "what the shop sells" },
        source_url: { type: "string" }
      })
      assert.deepEqual(got, {
        year_built: 1848,
        reach: 19,
        keeper: "Anne Le Goff",
        email: "light@minou.example",
        deadline: "2026-12-24",
        goods: ["maps", "ropes", "lamps", "books"],
        source_url: "https://lights.example/minou"
      })
    })
  )
  it.effect("has what the decisions engine decides in enums and booleans", () =>
    Effect.gen(function* () {
      const got = yield* value({
        day: { enum: ["Monday", "Sunday"], description: "On which day is it open?" },
        sells_maps: { type: "boolean", description: "Does the shop sell maps?" },
        level: { const: 3 }
      })
      assert.deepEqual(got, { day: "Sunday", sells_maps: true, level: 3 })
    })
  )
  it.effect("is null, or left out, where the text has nothing", () =>
    Effect.gen(function* () {
      const got = yield* filled({
        type: "object",
        required: ["phone"],
        properties: {
          phone: { type: ["string", "null"], pattern: "^\\+\\d{6,}$" },
          iban: { type: "string", pattern: "^[A-Z]{2}\\d{20}$" }
        }
      })
      assert.deepEqual(got, { phone: null })
    }).pipe(Effect.provide(Embedded.layerDecisions))
  )
  it.effect("is a failure that names the property where nothing is found and null is not allowed", () =>
    Effect.gen(function* () {
      for (const node of [
        { type: "integer", minimum: 1_900 },
        { type: "string" },
        { type: "string", minLength: 3 },
        { type: "string", pattern: "^\\+\\d{6,}$" },
        { type: "boolean" },
        { enum: ["red", "green"] },
        { type: "array", items: { type: "string" }, minItems: 1 },
        { type: "object", properties: { phone: { type: "string" } }, required: ["phone"] }
      ])
        assert.match(
          JSON.stringify(yield* value({ phone: node })),
          /No value was found for .*phone.*Allow null/,
          JSON.stringify(node)
        )
    })
  )
  it.effect("ends a recursion where nothing new is found", () =>
    Effect.gen(function* () {
      const reference = { $ref: "#/$defs/node" }
      assert.deepEqual(yield* filled(recursive(reference, [])), { keeper: "Anne Le Goff" })
      assert.deepEqual(yield* filled(recursive({ anyOf: [reference, { type: "null" }] }, ["child"])), {
        keeper: "Anne Le Goff",
        child: null
      })
      assert.deepEqual(yield* filled(recursive({ type: "array", items: reference }, ["child"])), {
        keeper: "Anne Le Goff",
        child: []
      })
    }).pipe(Effect.provide(Embedded.layerDecisions))
  )
  it.effect(
    "that cannot be is a failure: an empty enum, an endless reference, bounds without a number between",
    () =>
      Effect.gen(function* () {
        for (const schema of [
          { type: "object", required: ["a"], properties: { a: false } },
          { $ref: "#" },
          { type: "object", required: ["a"], properties: { a: { $ref: "#" } } },
          { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 },
          { anyOf: [{ $ref: "#" }] },
          doubling
        ])
          assert.match(JSON.stringify(yield* filled(schema)), /No value was found/, JSON.stringify(schema))
      }).pipe(Effect.provide(Embedded.layerDecisions))
  )
})

describe("every value", () => {
  it.live(
    "fits its schema, by our check and by effect's",
    () =>
      Effect.gen(function* () {
        const decisions = yield* Decisions
        let made = 0
        for (const schema of fc.sample(anySchema, { numRuns: 60, seed: 7 })) {
          assert.isUndefined(findSchemaProblem(schema))
          const result = yield* fillSchema(lexicon, decisions, schema, {
            question: runSync(
              readQuestion(lexicon, [{ role: "user", text: "What is known of the lighthouse?" }])
            ),
            passages: readPassagesSync(1, text),
            pages: []
          })
          if (Result.isFailure(result)) continue
          made++
          const got = result.success
          assert.isTrue(makeValidator(schema)(got), JSON.stringify(schema))
          if (JSON.stringify(schema).includes("__proto__")) continue
          const second = SchemaRepresentation.fromJsonSchemaDocument(
            JsonSchema.fromSchemaDraft2020_12(schema),
            { patterns: "apply" }
          )
          assert.isTrue(EffectSchema.is(second)(got), JSON.stringify([schema, got]))
        }
        assert.isAbove(made, 20)
      }).pipe(Effect.provide(Embedded.layerDecisions)),
    60_000
  )
})
