// The failure of an error event, whatever JSON a server puts in it.
import { assert, describe, it } from "@effect/vitest"
import { fromStreamEvent } from "../../src/errors/fromStreamEvent.ts"

const tagOf = (error: object): string | undefined =>
  fromStreamEvent({ error: { message: "No.", ...error } }, (message) => message)?._tag

describe("fromStreamEvent", () => {
  const rows: ReadonlyArray<readonly [string, object, string]> = [
    ["a number", { code: 404 }, "NotFoundError"],
    ["a number as text", { code: "429" }, "RateLimitError"],
    ["a status", { status: 409 }, "ConflictError"],
    ["a name", { code: "not_found" }, "NotFoundError"],
    ["a type", { code: null, type: "rate_limit_error" }, "RateLimitError"],
    ["an unknown name", { code: "toString" }, "InternalServerError"],
    ["no status of a failure", { code: 200, type: "not_found" }, "NotFoundError"],
    ["an object without a text", { code: { toString: 1, valueOf: 1 } }, "InternalServerError"],
    ["such an object as status", { status: { toString: 1, valueOf: 1 } }, "InternalServerError"],
    ["such an object as type", { type: { toString: 1, valueOf: 1 } }, "InternalServerError"],
    ["a list", { code: ["not_found"] }, "InternalServerError"]
  ]
  for (const [name, error, tag] of rows) {
    it(`reads the code: ${name}`, () => assert.strictEqual(tagOf(error), tag))
  }
})
