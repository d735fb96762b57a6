// Rows of the fault catalogue, as the fixture lists them: each fault of a body has its outcome on every runtime.
import { expect, type Fact, fails, shown } from "./fact.ts"
import { decision } from "./requests.ts"

type Wanted = { readonly [name: string]: unknown }

/** One row. */
export interface Row {
  readonly name: string
  /** Accepted outcomes: a success, or an error with these fields. */
  readonly wanted: ReadonlyArray<"ok" | object>
}

/** Why a connection ended is seen by transport-node alone. */
const fits = (error: Wanted, wanted: "ok" | object): boolean =>
  wanted !== "ok" &&
  Object.entries(wanted).every(
    ([name, value]) => error[name] === value || (name === "reason" && error["_tag"] === "ConnectionError")
  )

/** The rows as facts. */
export const factsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Fact> =>
  rows.map(({ name, wanted }) => ({
    name,
    scenario: name,
    holds: async ({ client }) => {
      const call = client.decisions.create(decision)
      const isAnswered = await call.then(
        () => true,
        () => false
      )
      if (isAnswered && wanted.includes("ok")) return
      const error = await fails(call, { attempts: 1 })
      expect(
        wanted.some((one) => fits(error, one)),
        `wanted ${JSON.stringify(wanted)}, got ${shown(error).slice(0, 300)}`
      )
    }
  }))
