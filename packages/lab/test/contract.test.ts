// Every endpoint of the contract has a wire case, and each with an id a threat row. That it is served, called and mocked follows from its resource.
import { served } from "@leadline/core/api"
import { assert, it } from "vitest"
import { wireCases } from "../src/index.ts"
import { checkIds } from "../src/threats/rows/foreignIds.ts"

const endpoints = Object.values(served).flatMap(({ endpoints: { all } }) => all)

it.each(endpoints)(
  "$operation.method $path has a wire case in packages/lab/src/wire: a success, or with an id in its path an answer",
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

it("group b of the threats has something for every id in a path", checkIds)
