// Numbers of fields: with units in names and descriptions, sums of units, separators, words.
import { assert } from "vitest"
import { test } from "../support/engines.ts"
import { field } from "./support.ts"

const film = "The film lasts 1 hour and 45 minutes."
test.each([
  [film, "duration_hours", {}, 1.75],
  [film, "duration", { description: "running time in seconds" }, 6300],
  ["The duration is 2 h 30.", "duration_hours", {}, 2.5],
  ["The ride takes two and a half hours.", "duration_minutes", {}, 150],
  ["His height is 5 ft 11.", "height_cm", {}, 180.34],
  ["The lake is 3 miles away, a distance for walkers.", "distance_km", {}, 4.828032],
  ["The temperature is 68 °F.", "temperature_c", {}, 20],
  ["The kiln is heated to 980 °C.", "temperature", {}, 980],
  ["It is 20 °C at noon and 4 °C at night.", "temperature", {}, null],
  ["The price is 1.249,50 €.", "price_eur", {}, 1249.5],
  ["The price is €48k.", "price_eur", {}, 48_000],
  ["Der Preis beträgt 14.000 Euro.", "preis_eur", {}, 14_000],
  ["The stay costs one hundred and fifty dollars: the price.", "price_usd", {}, 150],
  // A bound, a share and a name are no values.
  ["Players under 16 pay half.", "players", {}, null],
  ["A child under 12 pays €3.50.", "child_pays", {}, 3.5],
  ["The capacity is up to 8 guests.", "capacity", {}, 8],
  ["Stall 3 sells honey.", "number_of_stalls", {}, null],
  // What the unit does not fit is not taken.
  ["The price is $12.", "price_eur", {}, null],
  ["The duration is 3 km.", "duration_minutes", {}, null],
  ["The duration is 3 months.", "duration_days", {}, null],
  ["It weighs between 20 and 30 kg.", "weight_kg", {}, null]
])("%s %s %j: %j", function* ([text, name, more, expected]) {
  assert.deepEqual(yield* field(name, { type: "number", ...more }, text), expected)
})
