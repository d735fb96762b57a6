// Every endpoint of the contract has a wire case, and each with an id a threat row. That it is served, called and mocked follows from its resource.
import { served } from "@leadline/core/api"
import { assert, it } from "vitest"
import { wireCases } from "../src/index.ts"
import { ofAnotherGroup } from "../src/threats/rows/tenantIsolation.ts"

const endpoints = Object.values(served).flatMap(({ endpoints: { all } }) => all)

it.each(endpoints)(
  "$operation.method $path has a wire case that succeeds, unless it needs a stored id: packages/lab/src/wire",
  ({ operation: { method }, path }) => {
    // A wrong path is 404, too, but its answer is empty.
    const form = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/?]+")}(\\?|$)`)
    const answered = path.includes(":") ? [200, 400, 404] : [200, 201]
    const cases = wireCases.filter(
      (wire) =>
        answered.includes(wire.status) &&
        (wire.status < 300 || wire.answer !== "") &&
        (wire.method ?? "POST") === method &&
        form.test(wire.path ?? "/v1/decisions")
    )
    assert.isNotEmpty(cases)
  }
)

const withIds = endpoints.filter(({ access, path }) => access === "key" && path.includes(":"))

it.each(withIds)(
  "$operation.method $path is asked for by another group: packages/lab/src/threats/rows/tenantIsolation.ts",
  ({ operation: { method }, path }) => {
    const form = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^:/?]+")}[? ]`)
    assert.isNotEmpty(ofAnotherGroup.filter((request) => form.test(request)))
  }
)
