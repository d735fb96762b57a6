// leadline groups delete: deletes a key group with all it stores, after a question on a terminal.
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { storeFlags, onStore } from "./flags.ts"
import { jsonFlag, printJson, printMessage, quietFlag } from "./output.ts"
import { UsageError } from "./UsageError.ts"

/** Asks whether to delete the group; without a terminal it cannot ask. */
const confirm = Effect.fnUntraced(function* (id: string) {
  const { stdinIsTerminal } = yield* Stdio.Stdio
  if (!(yield* stdinIsTerminal)) {
    return yield* new UsageError({ message: `Expected --yes: it would delete group ${id} for good` })
  }
  const found = (yield* Store.listGroups).find((group) => group.id === id)
  // The deletion says what is wrong.
  if (found === undefined) return true
  const { kept_chats, skills } = found.used
  return yield* Prompt.run(
    Prompt.Confirm({
      message: `Delete group ${id} for good, with ${skills} skills and ${kept_chats} async chats, and revoke its keys?`
    })
  )
})

/** Usage stays, so that what was used can be invoiced. */
export const groupsDelete = Command.make(
  "delete",
  {
    group: Argument.String("id").pipe(Argument.withDescription("Id of the key group")),
    yes: Flag.Boolean("yes").pipe(
      Flag.withAlias("y"),
      Flag.withDescription("Do not ask"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    quiet: quietFlag,
    store: storeFlags
  },
  ({ store, group: id, json, quiet, yes }) =>
    onStore(
      store,
      Effect.gen(function* () {
        if (!yes && !(yield* confirm(id))) return yield* printMessage(quiet, "Nothing is deleted.")
        const deleted = yield* Store.deleteGroup(id)
        if (json) return yield* printJson(deleted)
        const { async_chats, keys, reviews, skills } = deleted
        return yield* printMessage(
          quiet,
          `Group ${id} is deleted. Keys revoked: ${keys}. Skills deleted: ${skills}. Async chats deleted: ${async_chats}. Reviews deleted: ${reviews}.`
        )
      })
    )
).pipe(
  Command.withDescription(
    "Delete a key group for good: revoke its keys, delete its skills and async chats, forget its settings. " +
      "Its usage and its audit events stay. If it is interrupted, the group is disabled: run it again"
  ),
  Command.withShortDescription("Delete a group with its skills and async chats, and revoke its keys"),
  Command.withExamples([
    { command: "leadline groups delete acme", description: "Asks first" },
    { command: "leadline groups delete acme --yes --json", description: "For scripts" }
  ])
)
