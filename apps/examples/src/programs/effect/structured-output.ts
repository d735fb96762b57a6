// Reads a mail as an object of one's own schema, as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { parseChatEffect } from "@leadline/core/structured-output"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Order = Schema.Struct({
  product: Schema.Literals(["clock", "lamp", "table"]),
  quantity: Schema.Int.check(Schema.isGreaterThan(0)),
  express: Schema.Boolean.annotate({ description: "Is express delivery asked for?" })
})

const { 2: mail = "Product: table\nQuantity: 3\nExpress: yes" } = process.argv
const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const { parsed, response } = yield* parseChatEffect(
    {
      model: "sonar",
      disable_search: true,
      messages: [{ role: "user", content: `Read this order:\n\n${mail}` }]
    },
    Order
  )
  yield* Console.log(`${parsed.quantity} of ${parsed.product}${parsed.express ? ", express" : ""}`)
  yield* Console.log(`${response.usage?.total_tokens} tokens`)
}).pipe(
  // The message names paths; text and issues of the error hold what the model wrote.
  Effect.catchTag("StructuredOutputError", ({ message, reason }) => {
    process.exitCode = 1
    return Console.error(`No order (${reason}): ${message}`)
  })
)

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
