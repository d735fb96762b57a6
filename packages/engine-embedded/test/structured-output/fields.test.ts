// Fields of schemas, each with the message that its value is read from. The labelled sets are in `tools/figures.test.ts`.
import type * as Schema from "effect/Schema"
import { assert } from "vitest"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { test } from "../support/engines.ts"
import { field, lighthouse } from "./support.ts"

const text = { type: "string" }
const flag = { type: "boolean" }
const integer = { type: "integer" }
const number = { type: "number" }

const payment = { enum: ["cash", "credit_card", "bank_transfer"] }
const priority = { enum: ["low", "medium", "high", "urgent"] }
const blood = { enum: ["A", "B", "AB", "0"] }
const date = { ...text, format: "date" }
const dateTime = { ...text, format: "date-time" }
const time = { ...text, format: "time" }
const iban = "Pay to IBAN DE89 3704 0044 0532 0130 00 please."
const four = (description: string) => ({ ...text, pattern: "^\\d{4}$", description })
const list = (items: Schema.JsonObject) => ({ type: "array", items })
const texts = list(text)
const sold = { ...texts, description: "what the shop sells" }
const records = (properties: Schema.JsonObject) =>
  list({ type: "object", required: Object.keys(properties), properties })
const things = records({ name: text, quantity: { type: ["integer", "null"] } })
const entry = (name: string, quantity: number | null) => ({ name, quantity })
const shopping = [entry("milk", null), entry("bread", null), entry("eggs", 2)]
const steps = "## Steps\n\n1. Mix it.\n2. Bake it.\n\n## Notes\n\n- Serve warm."
const table = "| Name | Quantity |\n| --- | --- |\n| milk | 3 |"
const hours = "| Day | Library |\n| --- | --- |\n| Monday | closed |\n| Tuesday | 10:00 |"
const events = "| Event | Date |\n| --- | --- |\n| Chess | 3 May 2027 |"

test.each<readonly [message: string, name: string, node: Schema.JsonObject, value: Schema.Json]>([
  ["Move the piano from Kiel to Bonn on 3 May 2027.", "from", text, "Kiel"],
  ["Move the piano from Kiel to Bonn on 3 May 2027.", "to", text, "Bonn"],
  // Choices.
  ["It is not urgent now, but tomorrow it is urgent.", "priority", priority, "urgent"],
  ["Blood type: AB", "blood_type", blood, "AB"],
  ["I pay by credit card.", "payment_method", payment, "credit_card"],
  ["Two nights without breakfast, please.", "breakfast", flag, false],
  // What the decisions engine is not sure of is not found.
  ["Is breakfast included?", "breakfast_included", flag, null],
  // A question is asked in its own words.
  ["The pool is heated in winter. The sauna is not heated. Is the pool heated?", "heated", flag, true],
  // An answer beside the question.
  ["Is smoking allowed? Smoking is not allowed.", "smoking_allowed", flag, false],
  // A boolean named answer is the answer to the question.
  ["The jackets are lent for free. Are the jackets lent?", "answer", flag, true],
  ["The jackets are not lent. Are the jackets lent?", "answer", flag, false],
  [lighthouse, "day", { enum: ["Monday", "Sunday"], description: "On which day is it open?" }, "Sunday"],
  [lighthouse, "maps", { ...flag, description: "Does the shop sell maps?" }, true],
  // Names.
  ["My manager is called Ute Braun.", "name", text, null],
  ["Can you book the guest Anna Berg in?", "guest", text, "Anna Berg"],
  ['The title "a quiet year" and the logo "dots" were chosen.', "logo", text, "dots"],
  // What a question is about, and what a thing belongs to, is not the thing.
  ["The mayor of Springfield lives by the river.", "mayor", text, null],
  // Dates and times.
  ["Rechnung 4711 vom 3. März 2026", "datum", date, "2026-03-03"],
  ["Next visit: 14/10/2026 at 9:30.", "next_visit", { ...text, description: "ISO date" }, "2026-10-14"],
  ["Invoice of 3/4/2026", "date", date, null],
  ["The meeting is on 18 April 2026 at 19:30.", "meeting", dateTime, "2026-04-18T19:30:00"],
  ["The meeting runs from 2 to 3:30 p.m.", "start_time", time, "14:00"],
  ["The meeting runs from 2 to 3:30 p.m.", "end_time", time, "15:30"],
  ["Tuesday: 10:00 – 18:00.", "opens", time, "10:00"],
  ["The meeting was moved from 9:00 to 10:30.", "meeting_time", time, "10:30"],
  ["The room is closed from 1 March to 10 April 2027.", "from", date, "2027-03-01"],
  ["The room is closed from 1 March to 10 April 2027.", "until", date, "2027-04-10"],
  ["Chess was moved from 16 December to 18 December 2026.", "date", date, "2026-12-18"],
  ["The concert starts at 19:30, 4 May 2026.", "concert", dateTime, "2026-05-04T19:30:00"],
  // Codes.
  ["Order 7001: 3 chairs at $40 each.", "order_id", text, "7001"],
  ["Number plate: AB12 CDE, colour: red.", "number_plate", text, "AB12 CDE"],
  [iban, "iban", text, "DE89 3704 0044 0532 0130 00"],
  [iban, "iban", { ...text, pattern: "^[A-Z]{2}\\d{20}$" }, "DE89370400440532013000"],
  ["What is the status of order 4711?", "number", four("The number of the order, four digits."), "4711"],
  ["There is no order yet, it is 20 km away.", "order_number", text, null],
  // Numbers.
  ["It lasts 1 hour and 45 minutes.", "duration", { ...number, description: "time in seconds" }, 6300],
  [lighthouse, "reach", { ...number, description: "nautical miles the light reaches" }, 19],
  ["His height is 5 ft 11.", "height_cm", number, 180.34],
  ["The price is 1.249,50 €.", "price_eur", number, 1249.5],
  ["Die Bücherei hat 42.000 Medien.", "medien", integer, 42_000],
  ["Shelves at €240 each. Delivered by Gus. Total: €809.", "total", number, 809],
  ["Founded in 1998. The course lasts 2 years.", "year", integer, 1998],
  // A total is no fee, and "and" is before another value.
  ["VAT: £112. The total is £572.", "total", number, 572],
  ["Fee: £5, deposit: £45.", "amount", number, null],
  ["I paid 30 euros for the ticket.", "amount", number, 30],
  ["Sales in May were 30, in June 45.", "sales_june", number, 45],
  ["A guide costs 30 euros for groups and 12 euros for schools.", "groups", number, 30],
  ["The term begins on Monday 7 May 2029 and ends on Friday 8 June 2029.", "ends", date, "2029-06-08"],
  ["One of our 12 branches burned down.", "branches", integer, 12],
  // A bound, a share and a name are no values, but of a field that asks for one.
  ["Players under 16 pay half.", "players", number, null],
  ["The capacity is up to 8 guests.", "capacity", number, 8],
  ["Stall 3 sells honey.", "number_of_stalls", number, null],
  // What the unit or the schema does not fit is not taken.
  ["The price is $12.", "price_eur", number, null],
  ["The duration is 3 months.", "duration_days", number, null],
  ["It weighs between 20 and 30 kg.", "weight_kg", number, null],
  ["The code is 7.", "level", { ...integer, minimum: 10 }, null],
  // Lists.
  [hours, "hours", records({ day: text }), [{ day: "Monday" }, { day: "Tuesday" }]],
  [events, "events", records({ title: text, date }), [{ title: "Chess", date: "2027-05-03" }]],
  ["Buy milk, bread and 2 eggs", "items", things, shopping],
  ["I need milk, bread and 2 eggs, please.", "items", texts, ["milk", "bread", "2 eggs"]],
  [steps, "steps", texts, ["Mix it.", "Bake it."]],
  [table, "items", things, [entry("milk", 3)]],
  [lighthouse, "stock", sold, ["maps", "ropes", "lamps", "books"]],
  // Each item is as its schema asks for it.
  ["The scores were 3, 5 and 8.", "scores", list(number), [3, 5, 8]],
  ["Numbers: three, four.", "numbers", list(integer), [3, 4]],
  ["Dates: 3 May 2027, 10 May 2027.", "dates", list(date), ["2027-05-03", "2027-05-10"]],
  ["Times: 13:10, 14:20.", "times", list(time), ["13:10", "14:20"]]
])("%s %s %j: %j", function* ([message, name, node, expected]) {
  assert.deepEqual(yield* field(name, node, message), expected)
})

test("the newest message counts before earlier ones; instructions are not read", function* () {
  const turns: ReadonlyArray<Turn> = [
    { role: "system", text: "The customer is Jane Roe." },
    { role: "user", text: "The order number is LX-1. My email is jane@roe.example." },
    { role: "assistant", text: "What can I do for you?" },
    { role: "user", text: "Sorry, the order number is LX-2." }
  ]
  assert.strictEqual(yield* field("order_number", text, turns), "LX-2")
  assert.strictEqual(yield* field("email", text, turns), "jane@roe.example")
  assert.isNull(yield* field("customer", text, turns))
})
