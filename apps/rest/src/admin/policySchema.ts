// Requests and responses of the admin API about policies.
import { Policy, policyName } from "@leadline/core/policies"
import * as Schema from "effect/Schema"

export { Policy }

/** The name of a policy. */
export const PolicyName = Schema.String.check(Schema.isPattern(policyName))

/** The version of a policy, as a parameter. */
export const PolicyVersion = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: 999_999_999 })
)

const policyFields = {
  group: Schema.String,
  name: Schema.String,
  version: Schema.Int,
  created_at: Schema.Int,
  state: Schema.Literals(["active", "broken", "altered"]).annotate({
    description:
      "broken: its promise was shown not to hold. altered: its row was changed outside of the server. Both act upon nothing."
  })
}

/** A version of a policy, without what it is. */
export const ListedPolicy = Schema.Struct(policyFields).annotate({ identifier: "ListedPolicy" })

/** A version of a policy. */
export const StoredPolicy = Schema.Struct({
  ...policyFields,
  policy: Schema.NullOr(Policy).annotate({
    description: "As leadline fit writes it; null where it is altered."
  })
}).annotate({ identifier: "StoredPolicy" })

/** A policy that was stored. */
export const PutPolicy = Schema.Struct({
  ...policyFields,
  is_new: Schema.Boolean.annotate({ description: "False: the newest version had this content already." })
}).annotate({ identifier: "PutPolicy" })
