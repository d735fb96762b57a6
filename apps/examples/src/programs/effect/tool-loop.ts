// Lets a model call a function of this program until it has its answer, as an Effect, over fetch.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; the question may be the first argument.
import { outputText } from "@leadline/core/responses"
import { runToolsEffect, toolEffect } from "@leadline/core/tools"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { findOrder } from "../data/orders.ts"

const { 2: question = "What is the status of order 4711?" } = process.argv
const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

class NoSuchOrder extends Data.TaggedError("NoSuchOrder")<{ readonly message: string }> {}

const orderStatus = toolEffect({
  name: "order_status",
  description: "Looks up the status of an order.",
  schema: Schema.Struct({
    // The flag u: only such a pattern is part of the JSON Schema, which the model sees.
    number: Schema.String.annotate({ description: "The number of the order, four digits." }).check(
      Schema.isPattern(/^\d{4}$/u)
    )
  }),
  // The model reads what this returns, and the message of its failure.
  run: ({ number }) => {
    const order = findOrder(number)
    return order === undefined
      ? Effect.fail(new NoSuchOrder({ message: `There is no order ${number}.` }))
      : Effect.succeed(order)
  }
})

const program = Effect.gen(function* () {
  const { response, steps, usage } = yield* runToolsEffect(
    { model: "xai/grok-4-1-fast-non-reasoning", input: question },
    [orderStatus],
    { maxSteps: 5 }
  )
  for (const { calls } of steps)
    for (const { arguments: args, name, output } of calls) yield* Console.log(`${name}(${args}) = ${output}`)
  yield* Console.log(outputText(response))
  yield* Console.log(`${steps.length} requests, ${usage?.total_tokens} tokens`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
