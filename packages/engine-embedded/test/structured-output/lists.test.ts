// Lists: of texts, of numbers, of objects; from bullets, numbered lines and parts, tables, and sentences.
import type * as Schema from "effect/Schema"
import { assert } from "vitest"
import { test } from "../support/engines.ts"
import { answer, field } from "./support.ts"

const texts = { type: "array", items: { type: "string" } }
const numbers = { type: "array", items: { type: "number" } }
const text = { type: "string" }
const integer = { type: "integer" }
const listOf = (properties: Schema.JsonObject, required = Object.keys(properties)) => ({
  type: "array",
  items: { type: "object", required, properties }
})
const things = listOf({ name: text, quantity: { type: ["integer", "null"] } })
const orders = listOf({ items: things, address: text })
const codedOrders = listOf({
  order_id: { type: ["string", "null"] },
  item: { type: ["string", "null"] },
  quantity: { type: ["integer", "null"] }
})
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
  ["| City | Price |\n| --- | --- |\n| Graz | 3 |\n| Linz | 12 |", "cities", texts, ["Graz", "Linz"]],
  [
    "Order 1: 2 pizzas to Main St. Order 2: 1 lasagne to Oak Avenue 11.",
    "orders",
    orders,
    [
      { items: [{ name: "pizzas", quantity: 2 }], address: "Main St." },
      { items: [{ name: "lasagne", quantity: 1 }], address: "Oak Avenue 11" }
    ]
  ],
  [
    "Order 7001: 3 chairs at $40 each. Order 7002: 1 table at $210.",
    "orders",
    codedOrders,
    [
      { order_id: "7001", item: "chairs", quantity: 3 },
      { order_id: "7002", item: "table", quantity: 1 }
    ]
  ],
  [
    "Order 7001: delayed by 3 days. Order 7002: 2 days late.",
    "orders",
    codedOrders,
    [
      { order_id: "7001", item: null, quantity: null },
      { order_id: "7002", item: null, quantity: null }
    ]
  ],
  ["The scores were 3, 5 and 8.", "scores", numbers, [3, 5, 8]],
  ["Allergies: none.", "allergies", texts, []],
  ["He has no allergies.", "allergies", texts, []],
  ["It rained, and we went home.", "allergies", texts, null]
])("%s %s", function* ([message, name, node, expected]) {
  assert.deepEqual(yield* field(name, node, message), expected)
})

test("a required list is empty where the text does not mention it, and refused where it was not read", function* () {
  const schema = { type: "object", required: ["allergies"], properties: { allergies: texts } }
  assert.deepEqual(yield* answer(schema, "The patient slept well."), { allergies: [] })
  const unread = yield* answer(schema, "The allergies are on another page.")
  assert.match(JSON.stringify(unread), /found for .*allergies/)
})
