// Answers of a decision server that are none: what the log says.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { systemOne } from "../../src/system-one/kind.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"

it.effect("the line about an answer names the backend", () => {
  const lines: Array<unknown> = []
  const logger = Logger.make(({ fiber, message }) =>
    lines.push([message, fiber.getRef(References.CurrentLogAnnotations)["backend"]])
  )
  const { layer } = scriptedTransport(() => ({ status: 200, body: { hello: "world" } }))
  return Effect.gen(function* () {
    const made = yield* systemOne.make(
      { name: "second", kind: "system-one", url: "http://127.0.0.1:8081", server: "llamacpp" },
      { search: { create: () => Effect.die("not used") } }
    )
    const questions = { refund: { type: "noul" as const, instructions: "Pay back?" } }
    const decisions = made.services.decisions ?? assert.fail()
    yield* Effect.flip(decisions.create({ model: "m", state: "a", questions }))
    const line = lines.find((one) =>
      JSON.stringify(one).includes("The answer of a decision server cannot be used")
    )
    assert.deepInclude(line, "second")
  }).pipe(Effect.scoped, Effect.provide(Layer.merge(layer, Logger.layer([logger]))))
})
