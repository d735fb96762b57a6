// The fast validator says what the schema says: of a few changed values in quick tests, of many in long ones.
import { assert, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import * as ApiError from "../../src/errors/ApiError.ts"
import { toJsonValue } from "../../src/schema/toJsonValue.ts"
import { makeValidator } from "../../src/schema/validator.ts"
import { makeChecker } from "../../src/validation/validate.ts"
import { bodies, type Body } from "../fixtures/bodies.ts"
import { changed, isPlainJson, someChange, valuesOf } from "../fixtures/changedValues.ts"

const decoder = ({ form, schema }: Body) =>
  Schema.decodeUnknownResult(
    Schema.toType(schema),
    form === "closed" ? { errors: "all", onExcessProperty: "error" } : {}
  )

/** What the schema says, and what `fits` and `checker` make of it. */
export const compare = (body: Body, value: unknown): void => {
  const isFit = makeValidator(body.schema, body.form)(value)
  const decoded = decoder(body)(body.form === "closed" && !isFit ? toJsonValue(value) : value)
  const checked = makeChecker(body.schema, body.form)(value)
  if (Result.isFailure(decoded)) {
    assert.isFalse(isFit)
    const reported =
      body.form === "closed"
        ? ApiError.invalidRequest(decoded.failure)
        : ApiError.invalidResponse(decoded.failure)
    assert.deepStrictEqual(checked, reported)
    return
  }
  assert.isTrue(isDeepStrictEqual(checked, decoded.success))
  if (isFit) assert.strictEqual(checked, value)
  else assert.isFalse(isPlainJson(value) && isDeepStrictEqual(decoded.success, value))
}

export const validatorProperties = (numRuns: number) =>
  it.each<readonly [string, Body]>(Object.entries(bodies))("%s: says what the schema says", (_, body) => {
    const generated = valuesOf(SchemaAST.toType(body.schema.ast))
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(body.example), generated),
        fc.array(someChange, { maxLength: 2 }),
        (value, all) => compare(body, all.reduce(changed, value))
      ),
      { numRuns }
    )
  })
