// Policy files that no fit has written: numbers by which each decision would be weighed.
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { policyOf } from "../support/policies.ts"
import { emptyDirectory } from "../support/serverProcess.ts"
import { readPolicy } from "../../src/policies/policyFile.ts"

const path = join(emptyDirectory(), "tickets.policy.json")

/** A policy of one question with such a calibration, as JSON. */
const read = (calibration: string) => {
  const policy = policyOf({ urgent: { rows: 100, coverage: 1, calibration: null, thresholds: [] } })
  writeFileSync(path, JSON.stringify(policy).replace('"calibration":null', `"calibration":${calibration}`))
  return Effect.runPromise(Effect.result(readPolicy(path)))
}

const line = (...places: ReadonlyArray<number>) =>
  JSON.stringify({ method: "isotonic", points: places.map((x) => ({ x, fitted: 0.5 })) })

it.each([
  ["a temperature near 0", '{"method":"temperature","temperature":1e-308}'],
  ["no points", line()],
  ["points without order", line(0.5, 0.2)],
  ["100,000 points", line(...Array.from({ length: 100_000 }, () => 0.5))],
  ["weights for more classes than offsets", '{"method":"vector-scaling","w":[1,1],"b":[0]}'],
  ["an offset that hides all others", '{"method":"vector-scaling","w":[1,1],"b":[1e308,0]}']
])("a calibration with %s is refused, one by points in order is read", async (_what, calibration) => {
  assert.strictEqual((await read(line(0.2, 0.2, 0.9)))._tag, "Success")
  const result = await read(calibration)
  assert.include(result._tag === "Failure" ? result.failure.message : "", "expected a policy of leadline fit")
})
