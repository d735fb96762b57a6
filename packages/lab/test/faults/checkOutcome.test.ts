// The check of outcomes finds every deviation from a row.
import { ConnectionError, InternalServerError } from "@leadline/core/errors"
import { assert, it } from "vitest"
import { checkOutcome, type Outcome } from "../../src/faults/checkOutcome.ts"
import { canaryKey, type Operation, streamOperations, wholeOperations } from "../../src/faults/operations.ts"
import { connectionError, row } from "../../src/faults/rows/FaultRow.ts"

const one = { wanted: [connectionError("headers", "reset")] }
const broken = row("X", "a reset", "unknown", one)
const [decisions, chat] = wholeOperations as readonly [Operation, Operation]
const [stream] = streamOperations as readonly [Operation]

const reset = (fields: object = {}) =>
  Object.assign(new ConnectionError({ message: "m", phase: "headers", reason: "reset", attempts: 3 }), fields)
const outcome = (fields: Partial<Outcome> = {}): Outcome => ({
  error: reset(),
  events: 0,
  requests: 3,
  took: 9,
  ...fields
})
const judged = (fields: Partial<Outcome> = {}, operation = decisions) =>
  checkOutcome(broken, one, operation, "node", outcome(fields))

it("what is as wanted has no fault", () => assert.deepEqual(judged(), []))

it("another class, phase or reason is a fault", () => {
  const other = new InternalServerError({ message: "m", phase: "service", status: 500, attempts: 3 })
  for (const error of [
    other,
    reset({ phase: "body" }),
    reset({ reason: "closed" }),
    new TypeError("m"),
    undefined
  ])
    assert.isNotEmpty(judged({ error, requests: error === undefined ? 1 : 3 }), String(error))
})

it("an attempt too many or too few is a fault, and so is a missing count", () => {
  assert.isNotEmpty(judged({ requests: 2 }))
  assert.isNotEmpty(judged({ requests: 4 }))
  assert.isNotEmpty(judged({ error: reset({ attempts: 2 }) }))
  assert.isNotEmpty(judged({}, chat))
  assert.deepEqual(judged({ error: reset({ attempts: 1 }), requests: 1 }, chat), [])
})

it("a key that shows is a fault, also in a cause", () => {
  assert.isNotEmpty(judged({ error: reset({ message: `for ${canaryKey}` }) }))
  const error = Object.defineProperty(reset(), "cause", {
    value: new Error("m", { cause: { body: canaryKey } })
  })
  assert.isNotEmpty(judged({ error }))
})

it("an event that is missing is a fault, and a deadline far behind", () => {
  const whole = { wanted: ["ok"] } as const
  const fine = row("X", "a stream", "final", whole)
  const ended = (events: number) =>
    checkOutcome(fine, whole, stream, "fetch", outcome({ error: undefined, requests: 1, events }))
  assert.deepEqual(ended(3), [])
  assert.isNotEmpty(ended(2))
  assert.isNotEmpty(judged({ took: 60_000 }))
})
