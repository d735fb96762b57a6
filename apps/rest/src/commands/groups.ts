// leadline groups: manages key groups with their state, limits, quotas and budgets.
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { storeFlags, onStore } from "./flags.ts"
import { jsonFlag, printJson, printMessage, quietFlag, table } from "./output.ts"
import { groupsDelete } from "./groupsDelete.ts"
import { UsageError } from "./UsageError.ts"

const columns = [
  "ID",
  "STATE",
  "REQUESTS/S",
  "TOKENS/MIN",
  "BUDGET USD",
  "SPENT USD",
  "STORED",
  "SKILLS",
  "QUEUED"
]

const shown = (value: number | null) => (value === null ? "-" : String(value))

const row = ({ id, settings, state, used }: Store.ListedGroup): ReadonlyArray<string> => [
  id,
  state,
  shown(settings.requests_per_second),
  shown(settings.tokens_per_minute),
  shown(settings.budget_usd),
  used.spent_usd.toFixed(2),
  String(used.stored_bytes),
  String(used.skills),
  String(used.queued_chats)
]

const groupsList = Command.make("list", { json: jsonFlag, store: storeFlags }, ({ store, json }) =>
  onStore(
    store,
    Effect.flatMap(Store.listGroups, (groups) =>
      json ? printJson(groups) : Console.log(table(columns, groups.map(row)))
    )
  )
).pipe(
  Command.withDescription(
    "List key groups: state, limits, budget, and what each stores and has spent this month. " +
      "A hyphen is the default; --json has all quotas"
  ),
  Command.withShortDescription("List key groups with their limits and use"),
  Command.withAlias("ls")
)

const group = Argument.String("id").pipe(Argument.withDescription("Id of the key group"))

/** A command that changes one group. */
const change = <const Name extends string>(
  name: Name,
  description: string,
  apply: typeof Store.disableGroup,
  outcome: string
) =>
  Command.make(
    name,
    { group, json: jsonFlag, quiet: quietFlag, store: storeFlags },
    ({ store, group: id, json, quiet }) =>
      onStore(
        store,
        Effect.flatMap(apply(id), (changed) =>
          json ? printJson(changed) : printMessage(quiet, `Group ${id} ${outcome}.`)
        )
      )
  ).pipe(Command.withDescription(description))

/** The flag of each setting. */
const settings = {
  requests_per_second: "Requests of one operation per second",
  tokens_per_minute: "Input tokens per minute",
  budget_usd: "USD a month, UTC",
  max_stored_bytes: "Bytes of skills, and of async chats with their answers",
  max_skills: "Skills",
  max_revisions: "Revisions of all skills",
  max_queued_chats: "Async chats that wait or run",
  max_kept_chats: "Async chats that are stored",
  max_keys: "Active keys"
} satisfies { readonly [name in keyof Store.GroupSettings]: string }

const flagName = (setting: string): string => setting.replace(/^max_/, "").replaceAll("_", "-")

const settingFlag = (setting: keyof typeof settings) =>
  Flag.String(flagName(setting)).pipe(
    Flag.withMetavar("NUMBER|default"),
    Flag.withDescription(settings[setting]),
    Flag.withDefault("")
  )

const settingFlags = {
  requests_per_second: settingFlag("requests_per_second"),
  tokens_per_minute: settingFlag("tokens_per_minute"),
  budget_usd: settingFlag("budget_usd"),
  max_stored_bytes: settingFlag("max_stored_bytes"),
  max_skills: settingFlag("max_skills"),
  max_revisions: settingFlag("max_revisions"),
  max_queued_chats: settingFlag("max_queued_chats"),
  max_kept_chats: settingFlag("max_kept_chats"),
  max_keys: settingFlag("max_keys")
}

/** All that is set for a group now. */
const settingsText = ({ id, settings: now }: Store.ListedGroup): string => {
  const own = (Object.keys(settings) as ReadonlyArray<keyof typeof settings>).flatMap((name) =>
    now[name] === null ? [] : [`${flagName(name)} ${now[name]}`]
  )
  return own.length === 0
    ? `Group ${id} has the defaults.`
    : `Group ${id} is set: ${own.join(", ")}. All else is the default.`
}

const parseSettings = Effect.fnUntraced(function* (given: {
  readonly [name in keyof typeof settings]: string
}) {
  const parsed: Partial<Record<keyof Store.GroupSettings, number | null>> = {}
  for (const name of Object.keys(settings) as ReadonlyArray<keyof typeof settings>) {
    const text = given[name]
    if (text === "") continue
    const isBudget = name === "budget_usd"
    if (text !== "default" && !(isBudget ? /^\d{1,9}(\.\d{1,6})?$/ : /^\d{1,15}$/).test(text)) {
      return yield* new UsageError({
        message: `--${flagName(name)}: expected ${isBudget ? "an amount" : "a whole number"} or default`
      })
    }
    parsed[name] = text === "default" ? null : Number(text)
  }
  return Object.keys(parsed).length > 0
    ? parsed
    : yield* new UsageError({ message: "Expected a setting, like --requests-per-second 20" })
})

const groupsSet = Command.make(
  "set",
  { group, ...settingFlags, json: jsonFlag, quiet: quietFlag, store: storeFlags },
  ({ store, group: id, json, quiet, ...given }) =>
    Effect.flatMap(parseSettings(given), (parsed) =>
      onStore(
        store,
        Effect.flatMap(Store.setGroup(id, parsed), (changed) =>
          json ? printJson(changed) : printMessage(quiet, settingsText(changed))
        )
      )
    )
).pipe(
  Command.withDescription(
    "Set limits, quotas and the budget of a key group: 0 allows nothing, default restores the default. " +
      "Running servers use them within a second"
  ),
  Command.withShortDescription("Set limits, quotas and the budget of a group"),
  Command.withExamples([
    {
      command: "leadline groups set acme --budget-usd 50",
      description: "429 once 50 USD are spent this month"
    },
    { command: "leadline groups set acme --budget-usd default", description: "No budget" },
    {
      command: "leadline groups set acme --stored-bytes 100000000",
      description: "100 MB of skills and async chats"
    }
  ])
)

/** `leadline groups` with its subcommands. */
export const groups = Command.make("groups").pipe(
  Command.withDescription(
    "List, create, disable, enable, set and delete key groups. The server may be running"
  ),
  Command.withSubcommands([
    groupsList,
    change("create", "Create a key group with the default limits", Store.createGroup, "is created"),
    change(
      "disable",
      "Refuse all keys of a group within a second, and fail its async chats, running ones within 5 seconds",
      Store.disableGroup,
      "is disabled"
    ),
    change(
      "enable",
      "Accept the keys of a group again that was disabled, or changed outside of the server",
      Store.enableGroup,
      "is enabled"
    ),
    groupsSet,
    groupsDelete
  ])
)
