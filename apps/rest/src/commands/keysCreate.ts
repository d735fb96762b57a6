// leadline keys create: makes a key and shows it once.
// Source: §5; Assumed: ours, the document knows no command line.
import * as Store from "@leadline/store-sql"
import { TokenName } from "@leadline/core/api-keys"
import * as Clock from "effect/Clock"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { layerAnyStore, readStoreSettings } from "../store/store.ts"
import { dataDirectoryFlag, withGiven } from "./flags.ts"
import { jsonFlag, plain, printJson, quietFlag, say, time } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

const expected = "--expires: expected a time from now, as 30d, 12h or 90m, or a date to come, as 2030-01-31"

/** Unix milliseconds of a time from now, or of a date or time of UTC. */
const expiry = Effect.fnUntraced(function* (text: string) {
  const now = yield* Clock.currentTimeMillis
  const { count = "", unit = "" } = /^(?<count>\d{1,5})(?<unit>[mhdw])$/.exec(text)?.groups ?? {}
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text)
  const at = isDate ? Date.parse(text) : now + Number(count || Number.NaN) * (units[unit] ?? Number.NaN)
  return at > now ? at : yield* new UsageError({ message: expected })
})

const nameOf = (text: string) =>
  Schema.decodeEffect(TokenName)(text).pipe(
    Effect.mapError(
      () =>
        new UsageError({
          message: "--name: expected at most 128 characters, none of them a control character"
        })
    )
  )

/** The key alone goes to standard output, so that a shell can keep it in a variable. */
export const keysCreate = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withAlias("n"),
      Flag.withMetavar("TEXT"),
      Flag.withDescription("What the key is for, as later lists show it"),
      Flag.withDefault("")
    ),
    group: Flag.String("group").pipe(
      Flag.withAlias("g"),
      Flag.withMetavar("ID"),
      Flag.withDescription("Group whose limits count and whose data it sees"),
      Flag.withDefault("default")
    ),
    newGroup: Flag.Boolean("new-group").pipe(
      Flag.withDescription("Make the group if it is not there"),
      Flag.withDefault(false)
    ),
    expires: Flag.String("expires").pipe(
      Flag.withMetavar("WHEN"),
      Flag.withDescription("When it ends: 30d, 12h, 90m from now, or 2030-01-31. Default: never"),
      Flag.withDefault("")
    ),
    test: Flag.Boolean("test").pipe(
      Flag.withDescription("Label it ll_test_, for people to see; it works like any other"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    quiet: quietFlag,
    dataDir: dataDirectoryFlag
  },
  ({ dataDir, expires, group, json, name, newGroup, quiet, test }) =>
    Effect.gen(function* () {
      const checked = {
        name: yield* nameOf(name),
        expiresAt: expires === "" ? undefined : yield* expiry(expires)
      }
      const settings = yield* readStoreSettings
      const made = yield* Store.createKey({
        ...checked,
        group,
        createGroup: newGroup,
        label: test ? "test" : "live",
        activeKeys: settings.activeKeys
      }).pipe(Effect.provide(layerAnyStore(settings)))
      const key = Redacted.value(made.key)
      if (json) return yield* printJson({ ...made, key })
      yield* say(
        quiet,
        `Key ${made.id} of group ${made.group}${name === "" ? "" : `, named ${plain(name)}`}, ` +
          (made.expires_at === null ? "without an end." : `good until ${time(made.expires_at)}.`),
        "Keep it now: it is shown this once and cannot be had again."
      )
      return yield* Console.log(key)
    }).pipe(withGiven([dataDir]))
).pipe(
  Command.withDescription(
    "Make a key and show it once, on standard output; a running server takes it at once"
  ),
  Command.withShortDescription("Make a key and show it once"),
  Command.withExamples([
    { command: "leadline keys create --name ci --expires 90d", description: "A key that ends by itself" },
    {
      command: "KEY=$(leadline keys create --name ci --quiet)",
      description: "Into a variable, without a word"
    },
    { command: "leadline keys create --group acme --new-group", description: "The first key of a new group" }
  ])
)
