// Lists: of texts, of numbers, of objects; from bullets, numbered lines, tables, labels, and sentences.
import type * as Schema from "effect/Schema"
import { assert } from "vitest"
import { test } from "../support/engines.ts"
import { field } from "./support.ts"

const texts = { type: "array", items: { type: "string" } }
const numbers = { type: "array", items: { type: "number" } }
const text = { type: "string" }
const integer = { type: "integer" }
const listOf = (properties: Schema.JsonObject, required = Object.keys(properties)) => ({
  type: "array",
  items: { type: "object", required, properties }
})
const things = listOf({ name: text, quantity: { type: ["integer", "null"] } })
const shopping = [
  { name: "milk", quantity: null },
  { name: "bread", quantity: null },
  { name: "eggs", quantity: 2 }
]

test.each([
  ["milk, bread and 2 eggs", "items", things, shopping],
  ["Buy milk, bread and 2 eggs", "items", things, shopping],
  ["I need milk, bread and 2 eggs, please.", "items", texts, ["milk", "bread", "2 eggs"]],
  ["Shopping list: milk, bread and 2 eggs", "shopping_list", things, shopping],
  ["Groceries:\n- milk\n- bread\n- 2 eggs", "groceries", things, shopping],
  ["Ingredients\n\n1. milk\n2. bread\n3. 2 eggs", "ingredients", texts, ["milk", "bread", "2 eggs"]],
  [
    "## Steps\n\n1. Mix it.\n2. Bake it.\n\n## Notes\n\n- Serve warm.",
    "steps",
    texts,
    ["Mix it.", "Bake it."]
  ],
  [
    "| Item | Quantity |\n| --- | --- |\n| milk | 3 |\n| eggs | 12 |",
    "items",
    listOf({ item: text, quantity: integer }, ["item"]),
    [
      { item: "milk", quantity: 3 },
      { item: "eggs", quantity: 12 }
    ]
  ],
  ["The scores were 3, 5 and 8.", "scores", numbers, [3, 5, 8]],
  ["Allergies: none.", "allergies", texts, []],
  ["It rained, and we went home.", "allergies", texts, null]
])("%s %s", function* ([message, name, node, expected]) {
  assert.deepEqual(yield* field(name, node, message), expected)
})
