// Schemas that structured output refuses.
import { jsonSchemaFormat } from "@leadline/core/structured-output"
import * as v from "valibot"
import { assert, describe, it } from "vitest"
import * as z from "zod"

describe("a schema", () => {
  it("a library without JSON Schema does not compile, and throws a TypeError", () => {
    const schema = v.object({ name: v.string() })
    // @ts-expect-error: it has no `~standard.jsonSchema`
    assert.throws(() => jsonSchemaFormat(schema), TypeError, "valibot")
  })

  it.each([{ type: "object" }, {}, undefined, null])(
    "%o is no schema: a TypeError says where it goes",
    (schema) => {
      assert.throws(
        () => jsonSchemaFormat(schema as never),
        TypeError,
        "schema: expected an Effect Schema or a Standard Schema; `create` takes plain JSON Schema, in `response_format` or `tools`"
      )
    }
  )

  it("a type that JSON cannot express is a TypeError of the library's words, dates with the way out", () => {
    assert.throws(
      () => jsonSchemaFormat(z.object({ due: z.date() })),
      TypeError,
      "schema: Date cannot be represented in JSON Schema; take a text with a format, such as z.iso.date() of zod"
    )
    assert.throws(
      () => jsonSchemaFormat(z.bigint()),
      TypeError,
      /^schema: BigInt cannot be represented in JSON Schema$/
    )
    assert.doesNotThrow(() => jsonSchemaFormat(z.iso.date()))
  })
})
