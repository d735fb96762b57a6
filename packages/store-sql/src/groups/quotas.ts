// Quotas of a group: what it may store, queue and keep. A request that would pass one is refused.
import { activeKeys } from "@leadline/core/api-keys"
import { invalidKey } from "@leadline/core/authentication"
import { keptPerGroup, queuedPerGroup } from "@leadline/core/async-chat"
import { revisionsPerGroup, skillsPerGroup } from "@leadline/core/skills"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { nullableNumber } from "../database/dialect.ts"
import * as GroupQueries from "./queries.ts"

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
  stored_bytes: 268_435_456,
  skills: skillsPerGroup,
  revisions: revisionsPerGroup,
  queued_chats: queuedPerGroup,
  kept_chats: keptPerGroup,
  keys: activeKeys
}

/** The quotas of groups that have none of their own. */
export const DefaultQuotas = Context.Reference<Quotas>("@leadline/store-sql/groups/DefaultQuotas", {
  defaultValue: () => defaultQuotas
})

/** Options of {@link layerQuotas}. */
export interface QuotasOptions {
  /** Bytes of all revisions of all skills and of async chats with their answers, per key group. Default 268,435,456. */
  readonly storedBytesPerGroup?: number | undefined
}

/** Quotas of key groups that have none of their own. Provide it to `layerSkills` and `layerAsyncChat`, which keep them. */
export const layerQuotas = ({ storedBytesPerGroup }: QuotasOptions): Layer.Layer<never> =>
  Layer.succeed(DefaultQuotas, {
    ...defaultQuotas,
    stored_bytes: storedBytesPerGroup ?? defaultQuotas.stored_bytes
  })

type Counted = Exclude<keyof Quotas, "stored_bytes">

const names: { readonly [name in Counted]: string } = {
  skills: "skills",
  revisions: "skill revisions",
  queued_chats: "queued async chats",
  kept_chats: "stored async chats",
  keys: "active keys"
}

/** A quota as a refusal names it. */
export const quotaText = (name: Counted, limit: number): string =>
  `The group has reached its limit of ${limit} ${names[name]}`

/** A quota that would be passed. */
export interface Exceeded {
  readonly name: keyof GroupQueries.Sums
  /** The quota in words, with what is used of it. */
  readonly text: string
}

/**
 * The first quota that is passed when so much is added; undefined: all hold. Run it in the transaction that adds it. Fails
 * with an AuthenticationError when the group was disabled or deleted while the request came in.
 */
export const exceededBy = Effect.fnUntraced(function* (
  group: string,
  adding: Partial<Record<keyof GroupQueries.Sums, number>>
) {
  const defaults = yield* DefaultQuotas
  const [row] = yield* GroupQueries.rows(group)
  if (row === undefined || row.disabled_at !== null) return yield* invalidKey()
  for (const name of Object.keys(adding) as ReadonlyArray<keyof GroupQueries.Sums>) {
    const limit = nullableNumber(row[`max_${name}`]) ?? defaults[name]
    const [used, more] = [Number(row[name]), adding[name] ?? 0]
    if (used + more > limit) {
      const text =
        name === "stored_bytes"
          ? `The group may store ${limit} bytes: ${used} are used, and this needs ${more}`
          : quotaText(name, limit)
      const exceeded: Exceeded = { name, text }
      return exceeded
    }
  }
  return undefined
})
