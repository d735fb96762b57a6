// leadline policies: stores, lists, shows and deletes policies of key groups.
import { policyName } from "@leadline/core/policies"
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { basename } from "node:path"
import { groupFlag, onStore, storeFlags } from "../flags.ts"
import { jsonFlag, printJson, printMessage, quietFlag, table, time } from "../output.ts"
import { UsageError } from "../UsageError.ts"

const columns = ["GROUP", "NAME", "VERSION", "STATE", "MODEL", "ERROR", "CONFIDENCE", "STORED"]

const row = ({ created_at, group, name, policy, state, version }: Store.ListedPolicy) => [
  group,
  name,
  String(version),
  state,
  policy?.answeredBy.model ?? "-",
  policy === undefined ? "-" : String(policy.promise.error),
  policy === undefined ? "-" : String(policy.promise.confidence),
  time(created_at)
]

const ofGroup = Flag.String("group").pipe(
  Flag.withAlias("g"),
  Flag.withMetavar("ID"),
  Flag.withDescription("Key group. Default: default"),
  Flag.withDefault("default")
)

/** What stands before the first full stop: `tickets.policy.json` is `tickets`. */
const nameOf = (path: string) => basename(path).split(".")[0] ?? ""

const policiesPut = Command.make(
  "put",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Policy of leadline fit")),
    group: ofGroup,
    name: Flag.String("name").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Its name. Default: that of the file, as tickets for tickets.policy.json"),
      Flag.withDefault("")
    ),
    json: jsonFlag,
    quiet: quietFlag,
    store: storeFlags
  },
  ({ file, group, json, name, quiet, store }) =>
    Effect.gen(function* () {
      const chosen = name === "" ? nameOf(file) : name
      if (!policyName.test(chosen)) {
        return yield* new UsageError({
          message: "--name: expected 1 to 64 letters, digits, hyphens and underscores"
        })
      }
      const { readPolicy } = yield* Effect.promise(() => import("../../policies/policyFile.ts"))
      const policy = yield* readPolicy(file)
      const { isNew, policy: _policy, ...put } = yield* onStore(store, Store.putPolicy(group, chosen, policy))
      if (json) return yield* printJson({ ...put, is_new: isNew })
      return yield* printMessage(
        quiet,
        isNew
          ? `Policy ${chosen}@${put.version} of group ${group} is stored. Running servers use it within a second.`
          : `Policy ${chosen}@${put.version} of group ${group} has this content already.`
      )
    })
).pipe(
  Command.withDescription(
    "Store a policy of leadline fit as the next version of its name. Versions never change: the content of the newest " +
      "version again is that version"
  ),
  Command.withShortDescription("Store a policy as its next version"),
  Command.withExamples([
    {
      command: "leadline policies put tickets.policy.json --group acme",
      description: "Decisions with the header x-leadline-policy: tickets use it"
    }
  ])
)

const policiesList = Command.make(
  "list",
  { group: groupFlag("Only policies of this key group"), json: jsonFlag, store: storeFlags },
  ({ group, json, store }) =>
    Effect.gen(function* () {
      const all = yield* onStore(store, Store.listPolicies(group === "" ? undefined : group))
      return yield* json
        ? printJson(all.map(({ policy: _policy, ...one }) => one))
        : Console.log(table(columns, all.map(row)))
    })
).pipe(
  Command.withDescription("List policies of all key groups with all their versions"),
  Command.withShortDescription("List policies"),
  Command.withAlias("ls")
)

const nameArgument = (description: string) =>
  Argument.String("name").pipe(Argument.withDescription(description))

const policiesShow = Command.make(
  "show",
  {
    name: nameArgument("Policy, as tickets for its newest version, or tickets@3"),
    group: ofGroup,
    store: storeFlags
  },
  ({ group, name, store }) =>
    Effect.gen(function* () {
      const { policy, version } = yield* onStore(store, Store.findPolicy(group, name))
      if (policy === undefined) {
        return yield* new Store.StoreError({
          message: `Version ${version} of this policy was changed outside of the server: store it again.`
        })
      }
      return yield* Console.log(JSON.stringify(policy, null, 2))
    })
).pipe(Command.withDescription("Print a policy as leadline fit wrote it"))

const policiesDelete = Command.make(
  "delete",
  {
    name: nameArgument("Policy, with all its versions"),
    group: ofGroup,
    json: jsonFlag,
    quiet: quietFlag,
    store: storeFlags
  },
  ({ group, json, name, quiet, store }) =>
    Effect.gen(function* () {
      const count = yield* onStore(store, Store.deletePolicy(group, name))
      return yield* json
        ? printJson({ count })
        : printMessage(quiet, `Policy ${name} of group ${group} is deleted. Versions: ${count}.`)
    })
).pipe(
  Command.withDescription(
    "Delete all versions of a policy. Their numbers are not used again. Requests that name it are refused; decisions of " +
      "keys that have it by default go to review"
  ),
  Command.withShortDescription("Delete a policy")
)

/** `leadline policies` with its subcommands. */
export const policies = Command.make("policies").pipe(
  Command.withDescription("Store, list, show and delete policies of key groups. The server may be running"),
  Command.withSubcommands([policiesPut, policiesList, policiesShow, policiesDelete])
)
