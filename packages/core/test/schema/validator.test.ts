// The fast validator says what the schema says: of a few changed values in quick tests, of many in long ones.
import { assert, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import * as ApiError from "../../src/errors/ApiError.ts"
import { toJsonValue } from "../../src/schema/toJsonValue.ts"
import { makeChecker } from "../../src/validation/validate.ts"
import { makeValidator } from "../../src/schema/validator.ts"
import { bodies, type Body } from "../fixtures/bodies.ts"
import { changed, isPlainJson, someChange } from "../fixtures/changedValues.ts"
import { runs } from "../fixtures/runs.ts"

/** What the schema says, and what the validator and the checker make of it. */
const compare = ({ form, schema }: Body, value: unknown): void => {
  const isFit = makeValidator(schema, form)(value)
  const isClosed = form === "closed"
  const decode = Schema.decodeUnknownResult(
    Schema.toType(schema),
    isClosed ? { errors: "all", onExcessProperty: "error" } : {}
  )
  const decoded = decode(isClosed && !isFit ? toJsonValue(value) : value)
  const checked = makeChecker(schema, form)(value)
  if (isClosed && isPlainJson(value)) assert.strictEqual(makeValidator(schema, "parsed")(value), isFit)
  if (Result.isFailure(decoded)) {
    assert.isFalse(isFit)
    const report = isClosed ? ApiError.invalidRequest : ApiError.invalidResponse
    return assert.deepStrictEqual<unknown>(checked, report(decoded.failure))
  }
  assert.isTrue(isDeepStrictEqual(checked, decoded.success))
  if (isFit) assert.strictEqual(checked, value)
  else assert.isFalse(isPlainJson(value) && isDeepStrictEqual(decoded.success, value))
}

it.each<readonly [string, Body]>(Object.entries(bodies))(
  "%s: the validator passes the example, and says what the schema says",
  (_, body) => {
    assert.isTrue(makeValidator(body.schema, body.form)(body.example))
    fc.assert(
      fc.property(fc.array(someChange, { maxLength: 2 }), (all) =>
        compare(body, all.reduce(changed, body.example))
      ),
      { numRuns: runs(30, 200) }
    )
  }
)

it("a field that JSON cannot express is a mistake in a request", () => {
  const isFit = makeValidator(Schema.Struct({ name: Schema.String }), "closed")
  assert.isTrue(isFit({ name: "a" }))
  assert.isFalse(isFit({ name: "a", [Symbol("x")]: 1 }))
})
