// leadline keys list: lists API keys by id, never their text.
import * as Store from "@leadline/store-sql"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { storeFlags, groupFlag, onStore } from "../flags.ts"
import { day, jsonFlag, printJson, table, time } from "../output.ts"

const columns = [
  "ID",
  "NAME",
  "GROUP",
  "STATE",
  "CREATED",
  "EXPIRES",
  "REVOKED",
  "LAST USED",
  "RIGHTS",
  "MAKES KEYS",
  "ADDRESSES",
  "POLICY",
  "MADE BY"
]

const row = (key: Store.ListedKey): ReadonlyArray<string> => [
  key.id,
  key.name === "" ? "-" : key.name,
  key.group,
  key.state === "active" && key.pepper === "previous" ? "active (previous pepper)" : key.state,
  time(key.created_at),
  time(key.expires_at),
  time(key.revoked_at),
  day(key.last_used_day),
  key.rights?.join(" ") ?? "all",
  key.may_make_keys ? "yes" : "no",
  key.networks?.join(" ") ?? "any",
  key.policy ?? "-",
  key.created_by ?? "-"
]

/** One row per key, newest last; `--json` prints one array. */
export const keysList = Command.make(
  "list",
  {
    group: groupFlag("Only keys of this group"),
    active: Flag.Boolean("active").pipe(
      Flag.withDescription("Only keys that are valid"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    store: storeFlags
  },
  ({ active, store, group, json }) =>
    Effect.gen(function* () {
      const all = yield* onStore(store, Store.listKeys(group === "" ? {} : { group }))
      const keys = all.filter((key) => !active || key.state === "active")
      return yield* json ? printJson(keys) : Console.log(table(columns, keys.map(row)))
    })
).pipe(
  Command.withDescription(
    "List API keys: id, name, group, state, when each was created, expires, was revoked and was last used, " +
      "what it may call, from where, and which key made it. " +
      "The keys themselves are not stored. A void key was stored under a pepper that is lost."
  ),
  Command.withShortDescription("List API keys by id"),
  Command.withAlias("ls"),
  Command.withExamples([
    { command: "leadline keys list --active", description: "Only valid keys" },
    { command: "leadline keys list --json | jq -r '.[].id'", description: "Ids for a script" }
  ])
)
