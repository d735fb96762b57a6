// Quotas of a group: what it may store, queue and keep. A request that would pass one is refused.
// Source: §8; Assumed: ours, the document names no quotas.
import { activeKeys } from "@leadline/core/api-keys"
import { invalidKey } from "@leadline/core/authentication"
import { keptPerGroup, queuedPerGroup } from "@leadline/core/async-chat"
import { revisionsPerGroup, skillsPerGroup } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import { nullableNumber } from "../database/dialect.ts"
import * as GroupTable from "./table.ts"

/** The quotas of a group without its own. */
export interface Quotas {
  readonly stored_bytes: number
  readonly skills: number
  readonly revisions: number
  readonly queued_chats: number
  readonly kept_chats: number
  readonly keys: number
}

/** The quotas of groups that have none of their own. */
export const defaultQuotas: Quotas = {
  stored_bytes: 1_073_741_824,
  skills: skillsPerGroup,
  revisions: revisionsPerGroup,
  queued_chats: queuedPerGroup,
  kept_chats: keptPerGroup,
  keys: activeKeys
}

const names: { readonly [name in keyof Quotas]: string } = {
  stored_bytes: "stored bytes",
  skills: "skills",
  revisions: "skill revisions",
  queued_chats: "queued async chats",
  kept_chats: "stored async chats",
  keys: "active keys"
}

/** A quota as a refusal names it. */
export const quotaText = (name: keyof Quotas, limit: number): string =>
  `The group has reached its limit of ${limit} ${names[name]}`

/** A quota that would be passed. */
export interface Exceeded {
  readonly name: keyof GroupTable.Sums
  /** The quota in words. */
  readonly text: string
}

/**
 * The first quota that is passed when so much is added; undefined: all hold. Run it in the transaction that adds it.
 * `defaults`: for groups that have no quota of their own. Fails with an AuthenticationError when the group was disabled or
 * deleted while the request came in.
 */
export const exceededBy = Effect.fnUntraced(function* (
  group: string,
  adding: Partial<Record<keyof GroupTable.Sums, number>>,
  defaults: Partial<Quotas> = {}
) {
  const [row] = yield* GroupTable.rows(group)
  if (row === undefined || row.disabled_at !== null) return yield* invalidKey
  for (const name of Object.keys(adding) as ReadonlyArray<keyof GroupTable.Sums>) {
    const limit = nullableNumber(row[`max_${name}`]) ?? defaults[name] ?? defaultQuotas[name]
    if (Number(row[name]) + (adding[name] ?? 0) > limit) {
      const exceeded: Exceeded = { name, text: quotaText(name, limit) }
      return exceeded
    }
  }
  return undefined
})
