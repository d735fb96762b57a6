// leadline async: lists, cancels and deletes async chats of any group.
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { checkLast, storeFlags, groupFlag, lastFlag, onStore } from "./flags.ts"
import { jsonFlag, printJson, printMessage, quietFlag, table, time } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const columns = ["ID", "GROUP", "KEY", "MODEL", "STATUS", "BYTES", "CREATED", "STARTED"]

const row = (chat: Store.ListedAsyncChat): ReadonlyArray<string> => [
  chat.id,
  chat.group,
  chat.key ?? "-",
  chat.model,
  chat.status,
  String(chat.bytes),
  time(chat.created_at),
  time(chat.started_at)
]

const chosenGroup = groupFlag("All of this key group")

const asyncList = Command.make(
  "list",
  {
    group: chosenGroup,
    queued: Flag.Boolean("queued").pipe(
      Flag.withDescription("Only those that wait or run"),
      Flag.withDefault(false)
    ),
    last: lastFlag("async chats"),
    json: jsonFlag,
    store: storeFlags
  },
  ({ store, group, json, last, queued }) =>
    Effect.gen(function* () {
      yield* checkLast(last)
      const chats = yield* onStore(
        store,
        Store.listAsyncChats({ last, queued, group: group === "" ? undefined : group })
      )
      return yield* json ? printJson(chats) : Console.log(table(columns, chats.map(row)))
    })
).pipe(
  Command.withDescription("List async chats of all key groups, newest first, without their content"),
  Command.withShortDescription("List async chats"),
  Command.withAlias("ls")
)

/** A command that changes the chosen async chats. */
const change = <const Name extends string>(
  name: Name,
  description: string,
  apply: typeof Store.cancelAsyncChats,
  outcome: string
) =>
  Command.make(
    name,
    {
      ids: Argument.String("id").pipe(Argument.withDescription("Ids of async chats"), Argument.variadic()),
      group: chosenGroup,
      json: jsonFlag,
      quiet: quietFlag,
      store: storeFlags
    },
    ({ store, group, ids, json, quiet }) =>
      Effect.gen(function* () {
        if ((group === "") === (ids.length === 0)) {
          return yield* new UsageError({ message: "Expected either ids of async chats or --group" })
        }
        const count = yield* onStore(store, apply(group === "" ? { ids } : { group }))
        return yield* json ? printJson({ count }) : printMessage(quiet, `Async chats ${outcome}: ${count}.`)
      })
  ).pipe(Command.withDescription(description))

/** `leadline async` with its subcommands. */
export const asyncChats = Command.make("async").pipe(
  Command.withDescription("List, cancel and delete async chats. The server may be running"),
  Command.withSubcommands([
    asyncList,
    change(
      "cancel",
      "Cancel async chats that wait or run; their record says so",
      Store.cancelAsyncChats,
      "cancelled"
    ),
    change("delete", "Delete async chats with their answers", Store.deleteAsyncChats, "deleted")
  ])
)
