// Requests and responses of the admin API. Times are Unix milliseconds, as in the output of the commands.
import { TokenName } from "@leadline/core/api-keys"
import { rightNames } from "@leadline/core/rights"
import { groupPattern } from "@leadline/store-sql"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Limit = Schema.NullOr(Count)
const Id = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/))
const GroupId = Schema.String.check(Schema.isPattern(groupPattern))
const Ids = Schema.Array(Id).check(Schema.isMaxLength(10_000))

/** The settings of a group; null is the default. */
const settings = {
  requests_per_second: Limit,
  tokens_per_minute: Limit,
  budget_usd: Schema.NullOr(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))),
  max_stored_bytes: Limit,
  max_skills: Limit,
  max_revisions: Limit,
  max_queued_chats: Limit,
  max_kept_chats: Limit,
  max_keys: Limit
}

/** A key group with what it uses. */
export const Group = Schema.Struct({
  id: Schema.String,
  state: Schema.Literals(["enabled", "disabled"]),
  created_at: Schema.Int,
  settings: Schema.Struct(settings),
  used: Schema.Struct({
    stored_bytes: Schema.Int,
    skills: Schema.Int,
    revisions: Schema.Int,
    queued_chats: Schema.Int,
    kept_chats: Schema.Int,
    spent_usd: Schema.Finite
  })
}).annotate({ identifier: "Group" })

/** What was deleted with a group. */
export const DeletedGroup = Schema.Struct({
  id: Schema.String,
  keys: Schema.Int.annotate({ description: "Keys that were revoked." }),
  skills: Schema.Int,
  async_chats: Schema.Int,
  reviews: Schema.Int
}).annotate({ identifier: "DeletedGroup" })

/** A group to create. */
export const NewGroup = Schema.Struct({ id: GroupId })

/** Settings to change; null restores the default. */
export const GroupChange = Schema.Struct(settings).mapFields(Struct.map(Schema.optionalKey))

const Rights = Schema.Array(Schema.Literals(Array.from(rightNames))).annotate({
  description: "Resources and operations that the key may call."
})
const Networks = Schema.Array(Schema.String).annotate({
  description: "Addresses like 203.0.113.7 and networks like 10.0.0.0/8 the key may be used from."
})
const Expiry = Schema.Int.annotate({ description: "Expiry in Unix milliseconds." })
const MayMakeKeys = Schema.Boolean.annotate({
  description: "Whether the key may make keys. Default: only without rights. Required with the right apiKeys."
})

/** A key in a list, without its text. */
export const Key = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  group: Schema.String,
  state: Schema.Literals(["active", "expired", "revoked", "void"]),
  created_at: Schema.Int,
  created_by: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Expiry),
  revoked_at: Schema.NullOr(Schema.Int),
  last_used_day: Schema.NullOr(Schema.Int.annotate({ description: "Days since 1970-01-01, UTC." })),
  // Those of an earlier version may have other names.
  rights: Schema.NullOr(Schema.Array(Schema.String)),
  may_make_keys: Schema.Boolean,
  networks: Schema.NullOr(Networks),
  policy: Schema.NullOr(
    Schema.String.annotate({ description: "The policy of its decisions that name none." })
  ),
  pepper: Schema.Literals(["current", "previous", "lost"])
}).annotate({ identifier: "Key" })

/** A key to create. */
export const NewKey = Schema.Struct({
  name: Schema.optionalKey(TokenName),
  group: Schema.optionalKey(GroupId),
  expires_at: Schema.optionalKey(Expiry),
  rights: Schema.optionalKey(Rights),
  may_make_keys: Schema.optionalKey(MayMakeKeys),
  networks: Schema.optionalKey(Networks),
  policy: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The policy of its decisions that name none, as tickets or tickets@3. Its group must have it."
    })
  )
})

/** A new key; `key` is shown in this response only. */
export const CreatedKey = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  name: Schema.String,
  group: Schema.String,
  created_at: Schema.Int,
  expires_at: Schema.NullOr(Expiry)
}).annotate({ identifier: "CreatedKey" })

/** Keys to revoke: all that any field names. */
export const Revocation = Schema.Struct({
  ids: Schema.optionalKey(Ids),
  group: Schema.optionalKey(GroupId),
  made_by: Schema.optionalKey(Id)
}).check(
  Schema.makeFilter(
    ({ group, ids = [], made_by }) =>
      ids.length > 0 || group !== undefined || made_by !== undefined || "Expected ids, group or made_by"
  )
)

/** The keys that were named, and the number of active keys left in all groups. */
export const RevokedKeys = Schema.Struct({
  keys: Schema.Array(Schema.Struct({ id: Schema.String, changed: Schema.Boolean })),
  active: Schema.Int
}).annotate({ identifier: "RevokedKeys" })

/** What a group used with one operation in one month. */
export const Usage = Schema.Struct({
  month: Schema.String,
  group: Schema.String,
  operation: Schema.String,
  requests: Schema.Int,
  input_tokens: Schema.Int,
  output_tokens: Schema.Int,
  cost_usd: Schema.Finite
}).annotate({ identifier: "Usage" })

/** Which usage: of a month like `2026-11`, of a group. */
export const usageQuery = {
  month: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])$/))),
  group: Schema.optionalKey(GroupId)
}

/** No parameter. A struct without fields accepts any. */
export const noQuery = Schema.Struct({}).check(
  Schema.makeFilter((query) => {
    const [name] = Object.keys(query)
    return name === undefined || { path: [name], issue: "Unknown parameter" }
  })
)

/** An async chat without its content. */
export const AsyncChat = Schema.Struct({
  id: Schema.String,
  group: Schema.String,
  key: Schema.NullOr(Schema.String),
  model: Schema.String,
  status: Schema.String,
  bytes: Schema.Int,
  created_at: Schema.Int,
  started_at: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "AsyncChat" })

/** Async chats to change: these, or all of a group. */
export const AsyncChatChoice = Schema.Union([Schema.Struct({ ids: Ids }), Schema.Struct({ group: GroupId })])

/** How many were changed. */
export const Changed = Schema.Struct({ count: Schema.Int }).annotate({ identifier: "Changed" })

/** The number of latest rows of a list. */
export const Last = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: 10_000 })
)

/** A row of the audit log. */
export const AuditEvent = Schema.Struct({
  seq: Schema.Int,
  at: Schema.Int,
  node: Schema.NullOr(Schema.String),
  actor_key_id: Schema.NullOr(Schema.String),
  action: Schema.String,
  object_type: Schema.String,
  object_id: Schema.String,
  outcome: Schema.String,
  address_hash: Schema.NullOr(Schema.String),
  request_id: Schema.NullOr(Schema.String),
  previous_hash: Schema.String,
  hash: Schema.String
}).annotate({ identifier: "AuditEvent" })

export { GroupId }

/** The backends of a step, with their weights. */
const RouteStep = Schema.Array(Schema.Struct({ backend: Schema.String, weight: Count }))

/** By resource, the steps in which its backends are tried. Resources that are missing are answered by this process. */
export const Routes = Schema.Record(Schema.String, Schema.Array(RouteStep))

/** A backend, and what it can do. */
export const CheckedBackend = Schema.Struct({
  name: Schema.String,
  kind: Schema.String,
  url: Schema.String,
  findings: Schema.Array(
    Schema.Struct({
      capability: Schema.String,
      value: Schema.String,
      isFailure: Schema.optionalKey(Schema.Boolean),
      advice: Schema.optionalKey(Schema.String)
    })
  )
})
