// Enums, booleans, branches, named texts, nested objects and earlier messages.
import type * as Schema from "effect/Schema"
import { assert } from "vitest"
import type { Turn } from "../../src/question-answering/question.ts"
import { test } from "../support/engines.ts"
import { answer, field } from "./support.ts"

const flag = { type: "boolean" }
const payment = { enum: ["cash", "credit_card", "bank_transfer"] }
const priority = { enum: ["low", "medium", "high", "urgent"] }
const days = { enum: ["monday", "tuesday", "wednesday"] }
const text = { type: "string" }

test.each([
  ["This is urgent! The site is down.", "priority", priority, "urgent"],
  ["It is not urgent now, but tomorrow it is urgent.", "priority", priority, "urgent"],
  ["Blood pressure 130/85.", "blood_type", { enum: ["A", "B", "AB", "0"] }, null],
  ["Blood type: AB", "blood_type", { enum: ["A", "B", "AB", "0"] }, "AB"],
  ["Priority: High", "priority", priority, "high"],
  ["I pay by credit card.", "payment_method", payment, "credit_card"],
  ["I pay with sea shells.", "payment_method", payment, null],
  ["The next visit is on Tuesday.", "visit_day", days, "tuesday"],
  ["Rating: four stars.", "rating", { enum: [1, 2, 3, 4, 5] }, 4],
  ["A flight to Rome, a window seat if possible.", "class", { enum: ["economy", "business", "first"] }, null],
  ["My manager is called Ute Braun.", "name", text, null],
  ["The rating is 4 out of 5 stars.", "rating", { type: "integer" }, 4],
  ["gift: yes", "gift", flag, true],
  ["Regalo: sí", "regalo", flag, true],
  ["I want it with no gift wrapping.", "gift_wrapping", flag, false],
  ["Two nights without breakfast, please.", "breakfast", flag, false],
  ["Two nights with breakfast, please.", "breakfast", flag, true],
  // What the decisions engine is not sure of is not found.
  ["Remote work is not possible.", "remote_work", flag, null],
  ["Ohne Frühstück bitte.", "frühstück", flag, null],
  ["We arrive at noon.", "breakfast", flag, null],
  ["Is breakfast included?", "breakfast_included", flag, null],
  ["The weight is 12 kg.", "weight_kg", { oneOf: [{ type: "integer" }, { type: "string" }] }, 12],
  ["The code is 7.", "level", { type: "integer", minimum: 10 }, null],
  ["The keeper is Anne Le Goff.", "keeper", text, "Anne Le Goff"],
  ["Can you book the guest Anna Berg in?", "guest", text, "Anna Berg"],
  ['The title "a quiet year" and the logo "dots" were chosen.', "logo", text, "dots"],
  // What a question is about, and what a thing belongs to, is not the thing.
  ["How tall is the Eiffel Tower?", "height", text, null],
  ["The mayor of Springfield lives by the river.", "mayor", text, null],
  ["A key is revoked by ID, once and for all.", "author", text, null]
])("%s %s %j: %j", function* ([message, name, node, expected]) {
  assert.deepEqual(yield* field(name, node, message), expected)
})

const person: Schema.JsonObject = {
  type: "object",
  required: ["name", "contact"],
  properties: { name: text, contact: { $ref: "#/$defs/contact" } },
  $defs: {
    contact: {
      type: "object",
      required: ["email", "phone"],
      properties: { email: text, phone: { type: ["string", "null"] } }
    }
  }
}

test("nested objects are filled part by part", function* () {
  assert.deepEqual(yield* answer(person, "My name is Ann Lee. Write to ann@lee.example."), {
    name: "Ann Lee",
    contact: { email: "ann@lee.example", phone: null }
  })
})

test("the newest message counts before earlier ones, and those before the instructions", function* () {
  const instructions: Turn = {
    role: "system",
    text: "The customer is Jane Roe. An example of an order number is AB-12."
  }
  const turns: ReadonlyArray<Turn> = [
    instructions,
    { role: "user", text: "The order number is LX-1. My email is jane@roe.example." },
    { role: "assistant", text: "What can I do for you?" },
    { role: "user", text: "Sorry, the order number is LX-2." }
  ]
  assert.strictEqual(yield* field("order_number", text, turns), "LX-2")
  assert.strictEqual(yield* field("email", text, turns), "jane@roe.example")
  assert.strictEqual(yield* field("customer", text, turns), "Jane Roe")
  assert.isNull(yield* field("order_number", text, [instructions, { role: "user", text: "Hello there." }]))
})
