// leadline keys create: creates an API key and shows it once.
import * as Store from "@leadline/store-sql"
import { TokenName } from "@leadline/core/api-keys"
import * as Clock from "effect/Clock"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { readStoreSettings } from "../../settings/store.ts"
import { anchorFile, existingDirectory, layerStoreOrCreate } from "../../store/layer.ts"
import { headText } from "../audit.ts"
import { storeFlags, withFlags } from "../flags.ts"
import { jsonFlag, escapeText, printJson, quietFlag, printMessage, time } from "../output.ts"
import { UsageError } from "../UsageError.ts"

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

const expected = "--expires: expected a time from now like 30d, 12h or 90m, or a future date like 2030-01-31"

/** Parses a time from now, or a UTC date or time, to Unix milliseconds. */
const expiry = Effect.fnUntraced(function* (text: string) {
  const now = yield* Clock.currentTimeMillis
  const { count = "", unit = "" } = /^(?<count>\d{1,5})(?<unit>[mhdw])$/.exec(text)?.groups ?? {}
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text)
  const at = isDate ? Date.parse(text) : now + Number(count || Number.NaN) * (units[unit] ?? Number.NaN)
  return at > now ? at : yield* new UsageError({ message: expected })
})

/** A list separated by commas; undefined when it is empty. */
const listOf = (text: string): ReadonlyArray<string> | undefined =>
  text === "" ? undefined : text.split(",").map((name) => name.trim())

const nameOf = (text: string) =>
  Schema.decodeEffect(TokenName)(text).pipe(
    Effect.mapError(
      () =>
        new UsageError({
          message: "--name: expected at most 128 characters, without control characters"
        })
    )
  )

const optionFlags: Readonly<Record<string, string>> = {
  expiresAt: "--expires",
  group: "--group",
  mayMakeKeys: "--may-make-keys",
  networks: "--allow-address",
  policy: "--policy",
  rights: "--rights"
}

/** Names the flag of an invalid option, and how a missing group is created. */
const explain = <E>(error: E) => {
  if (!(error instanceof Store.StoreError)) return error
  const { isMissing, message, option } = error
  if (option !== undefined) return new UsageError({ message: `${optionFlags[option] ?? option}: ${message}` })
  const hint = "Create it with --new-group, or with leadline groups create."
  return isMissing === true ? new Store.StoreError({ isMissing, message: `${message} ${hint}` }) : error
}

/** Anchors the audit log under a new pepper: the anchor before cannot be verified any more. Its head, for `--head`. */
const newAnchor = Effect.fnUntraced(function* (directory: string) {
  const file = anchorFile(directory)
  // It logs that it replaces the anchor, and standard output has only the key.
  yield* Effect.scoped(Layer.build(Store.layerAuditAnchor({ file }).pipe(Layer.provide(Logger.layer([])))))
  // Without it the key must be shown all the same: `audit verify` has the head, too.
  const head = yield* Effect.orElseSucceed(Store.readAuditAnchor(file), () => undefined)
  return head === undefined ? undefined : headText(head)
})

/** Only the key goes to standard output, so that a shell can assign it to a variable. */
export const keysCreate = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withAlias("n"),
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Name of the key in lists"),
      Flag.withDefault("")
    ),
    group: Flag.String("group").pipe(
      Flag.withAlias("g"),
      Flag.withMetavar("ID"),
      Flag.withDescription("Key group, which has its own limits and data. Default: default"),
      Flag.withDefault("default")
    ),
    newGroup: Flag.Boolean("new-group").pipe(
      Flag.withDescription("Create the group if it does not exist"),
      Flag.withDefault(false)
    ),
    expires: Flag.String("expires").pipe(
      Flag.withMetavar("WHEN"),
      Flag.withDescription("Expiry: 30d, 12h or 90m from now, or a date like 2030-01-31. Default: never"),
      Flag.withDefault("")
    ),
    rights: Flag.String("rights").pipe(
      Flag.withMetavar("LIST"),
      Flag.withDescription(
        "What the key may call: resources and operations like chat,skills.list. Default: all. " +
          "The right apiKeys revokes keys; to make keys needs --may-make-keys"
      ),
      Flag.withDefault("")
    ),
    mayMakeKeys: Flag.Boolean("may-make-keys").pipe(
      Flag.withDescription(
        "Whether the key may make keys, with its own rights at most. Default: only without --rights"
      ),
      Flag.optional
    ),
    allowAddress: Flag.String("allow-address").pipe(
      Flag.withMetavar("LIST"),
      Flag.withDescription("Addresses and networks the key may be used from, like 10.0.0.0/8. Default: any"),
      Flag.withDefault("")
    ),
    policy: Flag.String("policy").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription(
        "Policy of its decisions that name none, as tickets or tickets@3; the group has it. Default: none"
      ),
      Flag.withDefault("")
    ),
    test: Flag.Boolean("test").pipe(
      Flag.withDescription("Start the key with ll_test_; it works like any other key"),
      Flag.withDefault(false)
    ),
    newPepper: Flag.Boolean("new-pepper").pipe(
      Flag.withDescription("Create a new pepper, because the old one is lost: all earlier keys are void"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    quiet: quietFlag,
    store: storeFlags
  },
  ({
    allowAddress,
    store,
    expires,
    group,
    json,
    mayMakeKeys,
    name,
    newGroup,
    newPepper,
    policy,
    quiet,
    rights,
    test
  }) =>
    Effect.gen(function* () {
      const options = {
        name: yield* nameOf(name),
        expiresAt: expires === "" ? undefined : yield* expiry(expires),
        rights: listOf(rights),
        mayMakeKeys: Option.getOrUndefined(mayMakeKeys),
        networks: listOf(allowAddress),
        policy: policy === "" ? undefined : policy
      }
      const settings = yield* readStoreSettings
      const [created, head] = yield* Effect.gen(function* () {
        // The new pepper cannot verify their MACs; without a MAC under it they refuse the new key.
        if (newPepper) yield* Store.sealGroups({ trustAll: true })
        const made = yield* Store.createKey({
          ...options,
          group,
          createGroup: newGroup,
          label: test ? "test" : "live"
        })
        return [made, newPepper ? yield* newAnchor(yield* existingDirectory(settings)) : undefined] as const
      }).pipe(Effect.provide(layerStoreOrCreate(settings, newPepper)), Effect.mapError(explain))
      const key = Redacted.value(created.key)
      if (json) return yield* printJson({ ...created, key, audit_head: head })
      yield* printMessage(
        quiet,
        `Key ${created.id} of group ${created.group}${name === "" ? "" : `, named ${escapeText(name)}`}, ` +
          (created.expires_at === null ? "without expiry." : `valid until ${time(created.expires_at)}.`),
        "Store it now: it is shown only once.",
        ...(head === undefined
          ? []
          : [
              `The audit log records the lost pepper. Keep this head, which vouches for it: leadline audit verify --head ${head}`
            ])
      )
      return yield* Console.log(key)
    }).pipe(withFlags(Object.values(store)))
).pipe(
  Command.withDescription(
    "Create an API key and print it once, on standard output. Running servers accept it at once. " +
      "No quota of the group prevents it."
  ),
  Command.withShortDescription("Create an API key and print it once"),
  Command.withExamples([
    { command: "leadline keys create --name ci --expires 90d", description: "A key that expires" },
    {
      command: "KEY=$(leadline keys create --name ci --quiet)",
      description: "Assign the key to a variable"
    },
    { command: "leadline keys create --group acme --new-group", description: "The first key of a new group" },
    {
      command: "leadline keys create --rights decisions --allow-address 203.0.113.7",
      description: "A key that does little harm when it leaks"
    }
  ])
)
