// Which answer a failure of a request gets, and what the log has of an answer that breaks the contract.
import { assert } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { DecisionsResponse } from "../../../src/resources/decisions/schema.ts"
import { make as makeDecisions } from "../../../src/resources/decisions/service.ts"
import type { Route } from "../../../src/server/Route.ts"
import { unavailable } from "../../../src/server/ServerResponse.ts"
import { makeRefusal } from "../../../src/server/response/send.ts"
import { test } from "../../fixtures/effects.ts"

const refuse = makeRefusal({ phase: () => "serving" } as Parameters<typeof makeRefusal>[0])

const decided = (answers: object) =>
  makeDecisions({
    create: ({ model }) => Effect.succeed({ model, answers, usage: { input_tokens: 1, output_tokens: 1 } })
  }).create({
    model: "decider-27b",
    state: "s3cret",
    questions: { s3cret: { type: "noul", instructions: "Is it down?" } }
  })

test("an answer of a service that breaks the contract has one line in the log, with fields and no value", function* () {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push(String(message)))
  const operation = "decisions.create"
  const encodeError = unavailable.respond
  const route = { operation, response: DecisionsResponse, encodeError } as unknown as Route
  const error = yield* Effect.flip(decided({ s3cret: { type: "noul", noul: "s3cret" } }))
  yield* Effect.provide(refuse(route, Cause.fail(error), Effect.succeed(false)), Logger.layer([logger]))
  assert.lengthOf(logged, 1)
  assert.match(
    logged[0] ?? "",
    /answer of decisions.create breaks the contract.*answers\["…"\]\.noul: expected/
  )
  assert.notInclude(logged[0], "s3cret")
})
