// Keeps the sums of what groups store, in the transaction of each change.
import * as Effect from "effect/Effect"
import { createTrigger } from "./dialect.ts"

const queued = (row: "NEW" | "OLD") =>
  `(CASE WHEN ${row}.status IN ('CREATED', 'IN_PROGRESS') THEN 1 ELSE 0 END)`

const add = (changes: { readonly [column: string]: string }, group: string) =>
  `UPDATE api_group SET ${Object.entries(changes)
    .map(([column, change]) => `${column} = ${column} ${change}`)
    .join(", ")} WHERE id = ${group}`

const skillGroup = (row: "NEW" | "OLD") =>
  `(SELECT group_id FROM skill WHERE skill_id = ${row}.skill_id AND deleted_at IS NULL)`

/** All of a skill that was not deleted before. Its rows are removed later, and count no more. */
const withoutSkill = `${add(
  {
    skills: "- 1",
    revisions: "- (SELECT COUNT(*) FROM skill_revision WHERE skill_id = OLD.skill_id)",
    stored_bytes: "- (SELECT COALESCE(SUM(bytes), 0) FROM skill_revision WHERE skill_id = OLD.skill_id)"
  },
  "OLD.group_id"
)} AND OLD.deleted_at IS NULL`

const triggers = [
  { table: "skill", event: "INSERT", statement: add({ skills: "+ 1" }, "NEW.group_id") },
  { table: "skill", event: "UPDATE OF deleted_at", statement: withoutSkill },
  { table: "skill", event: "DELETE", statement: withoutSkill },
  {
    table: "skill_revision",
    event: "INSERT",
    statement: add({ revisions: "+ 1", stored_bytes: "+ NEW.bytes" }, skillGroup("NEW"))
  },
  {
    table: "skill_revision",
    event: "DELETE",
    statement: add({ revisions: "- 1", stored_bytes: "- OLD.bytes" }, skillGroup("OLD"))
  },
  {
    table: "async_chat",
    event: "INSERT",
    statement: add(
      { kept_chats: "+ 1", queued_chats: `+ ${queued("NEW")}`, stored_bytes: "+ NEW.bytes" },
      "NEW.group_id"
    )
  },
  {
    table: "async_chat",
    event: "UPDATE OF status, bytes",
    statement: add(
      {
        queued_chats: `+ ${queued("NEW")} - ${queued("OLD")}`,
        stored_bytes: "+ NEW.bytes - OLD.bytes"
      },
      "NEW.group_id"
    )
  },
  {
    table: "async_chat",
    event: "DELETE",
    statement: add(
      { kept_chats: "- 1", queued_chats: `- ${queued("OLD")}`, stored_bytes: "- OLD.bytes" },
      "OLD.group_id"
    )
  }
]

/** Makes the triggers. */
export const keepGroupSums = Effect.forEach(
  triggers,
  (trigger, index) => createTrigger({ ...trigger, name: `group_sum_${index}` }),
  { discard: true }
)
