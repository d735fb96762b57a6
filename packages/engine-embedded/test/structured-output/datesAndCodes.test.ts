// Dates, times of day, weekdays, and codes with blanks.
import { assert } from "vitest"
import { test } from "../support/engines.ts"
import { field } from "./support.ts"

const date = { type: "string", format: "date" }
const dateTime = { type: "string", format: "date-time" }
const time = { type: "string", format: "time" }
const text = { type: "string" }

test.each([
  ["Invoice 4711 of 3 March 2026", "invoice_date", date, "2026-03-03"],
  ["Invoice 4711 of March 3rd, 2026.", "invoice_date", date, "2026-03-03"],
  ["The invoice is dated 3rd of March 2026.", "invoice_date", date, "2026-03-03"],
  ["Rechnung 4711 vom 3. März 2026", "datum", date, "2026-03-03"],
  ["Factura del 8 de mayo de 2026", "fecha", date, "2026-05-08"],
  ["Invoice of 25/12/2026", "date", date, "2026-12-25"],
  ["Next visit: 14/10/2026 at 9:30.", "next_visit", { ...text, description: "ISO date" }, "2026-10-14"],
  ["The lease starts on 1 May 2026.", "lease_start", { ...text, description: "as YYYY-MM-DD" }, "2026-05-01"],
  ["Order 7001: 3 chairs at $40 each.", "order_id", text, "7001"],
  ["Invoice of 3/4/2026", "date", date, null],
  ["Invoice of 31 June 2026", "date", date, null],
  ["The meeting is on 18 April 2026 at 19:30.", "meeting", dateTime, "2026-04-18T19:30:00"],
  ["The meeting is at 3:15 p.m. on Tuesday.", "meeting_time", time, "15:15"],
  ["The meeting is at half past three.", "meeting_time", time, null],
  ["The meeting is at noon.", "meeting_time", time, "12:00"],
  ["Flight LH 456 leaves on time.", "flight", text, "LH 456"],
  ["Number plate: AB12 CDE, colour: red.", "number_plate", text, "AB12 CDE"],
  ["Pay to IBAN DE89 3704 0044 0532 0130 00 please.", "iban", text, "DE89 3704 0044 0532 0130 00"],
  [
    "Pay to IBAN DE89 3704 0044 0532 0130 00 please.",
    "iban",
    { ...text, pattern: "^[A-Z]{2}\\d{20}$" },
    "DE89370400440532013000"
  ],
  ["Call +44 20 7946 0018 about order 12-7.", "phone", text, "+44 20 7946 0018"],
  ["The order AB-1234/5 is late.", "order_id", text, "AB-1234/5"],
  [
    "What is the status of order 4711?",
    "number",
    { ...text, pattern: "^\\d{4}$", description: "The number of the order, four digits." },
    "4711"
  ],
  [
    "What is the status of order 4711?",
    "number",
    { type: "string", description: "The number of the room, four digits." },
    null
  ],
  ["There is no order yet, it is 20 km away.", "order_number", text, null]
])("%s %s %j: %j", function* ([message, name, node, expected]) {
  assert.deepEqual(yield* field(name, node, message), expected)
})
