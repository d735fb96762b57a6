// The caller of a stored key: its rights and networks, and the limits of its group.
import type { Caller } from "@leadline/core/authentication"
import { operationsOf } from "@leadline/core/rights"
import { parseNetworks } from "@leadline/core/server-settings"
import { nullableNumber } from "../database/dialect.ts"
import type { budgetOf } from "../groups/queries.ts"
import type { Inherited, VerifiedRow } from "./queries.ts"

/** A list as it is stored, in order and without repetitions; null for undefined. */
export const listText = (names: ReadonlyArray<string> | undefined): string | null =>
  names === undefined ? null : Array.from(new Set(names)).toSorted().join(",")

/** A stored list; undefined for null. */
export const listOf = (text: string | null): ReadonlyArray<string> | undefined =>
  text === null ? undefined : text.split(",").filter((name) => name !== "")

/** The operations that a key may call; undefined: all. */
const rightsOf = ({ may_make_keys, rights }: Inherited) =>
  rights === null && may_make_keys === 1 ? undefined : operationsOf(listOf(rights), may_make_keys === 1)

const present = (fields: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The caller of a row whose key is valid. */
export const callerOf = (row: VerifiedRow, budget: ReturnType<typeof budgetOf>): Caller["Service"] => {
  const networks = listOf(row.networks)
  return {
    group: row.group_id,
    key: row.id,
    ...budget,
    ...present({
      rights: rightsOf(row),
      networks: networks && parseNetworks(networks),
      requestsPerSecond: nullableNumber(row.rate_limit),
      tokensPerMinute: nullableNumber(row.token_limit),
      policy: row.policy
    })
  }
}
