// leadline audit: is the record of events whole, and what is in it.
// Source: §5; Assumed: ours, the document knows no audit.
import * as Store from "@leadline/store-sql"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { StartupError } from "../StartupError.ts"
import { layerExistingStore, readStoreSettings } from "../store/store.ts"
import { dataDirectoryFlag, withGiven } from "./flags.ts"
import { jsonFlag, printJson, table, time } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const reasons: Record<Store.AuditProblem["reason"], string> = {
  missing: "is not there",
  changed: "is not as it was written",
  unlinked: "does not follow the row before it",
  anchor: "is not the row that --head names",
  unsealed: "ends the record without the seal of this pepper",
  resealed: "tells that the seal was found broken; if you know why, name a later head with --head"
}

const anchorOf = (text: string): Effect.Effect<Store.AuditHead, UsageError> => {
  const { hash, seq } = /^(?<seq>[1-9]\d{0,14}):(?<hash>[0-9a-f]{64})$/.exec(text)?.groups ?? {}
  return seq === undefined || hash === undefined
    ? Effect.fail(new UsageError({ message: "--head: expected a number, a colon and 64 hex digits" }))
    : Effect.succeed({ seq: Number(seq), hash })
}

const auditVerify = Command.make(
  "verify",
  {
    head: Flag.String("head").pipe(
      Flag.withMetavar("SEQ:HASH"),
      Flag.withDescription("Head of an earlier verification, kept elsewhere: it must still be there"),
      Flag.withDefault("")
    ),
    json: jsonFlag,
    dataDir: dataDirectoryFlag
  },
  ({ dataDir, head, json }) =>
    Effect.gen(function* () {
      const anchor = head === "" ? undefined : yield* anchorOf(head)
      const settings = yield* readStoreSettings
      const report = yield* Store.verifyAudit(anchor).pipe(Effect.provide(layerExistingStore(settings)))
      const { problem } = report
      const told = `${report.head.seq}:${report.head.hash}`
      if (json) yield* printJson({ ...report, head: told, problem: problem ?? null })
      else if (problem === undefined) {
        yield* Console.log(
          `The audit is whole. Events: ${report.events}.${report.events > 0 ? `\nHead: ${told}` : ""}`
        )
      }
      if (problem !== undefined) {
        return yield* new StartupError({
          message: `The audit is not whole: row ${problem.seq} ${reasons[problem.reason]}`
        })
      }
    }).pipe(withGiven([dataDir]))
).pipe(
  Command.withDescription(
    "Walk the record of events and find any changed, missing or foreign row, the last one too. " +
      "Keep the head it prints in another place: given with --head, it proves that nothing before it was replaced."
  ),
  Command.withShortDescription("Find any changed, missing or foreign row"),
  Command.withExamples([
    { command: "leadline audit verify", description: "Exit code 0 when whole, 1 when not" },
    { command: "leadline audit verify --json | jq -r .head", description: "The head, to keep elsewhere" }
  ])
)

const names = ["SEQ", "TIME", "ACTION", "OBJECT", "OUTCOME", "ACTOR", "REQUEST", "ADDRESS", "NODE"]

const row = (event: Store.AuditRow): ReadonlyArray<string> => [
  String(event.seq),
  time(event.at),
  event.action,
  event.object_id === "" ? event.object_type : `${event.object_type} ${event.object_id}`,
  event.outcome,
  event.actor_key_id ?? "-",
  event.request_id ?? "-",
  event.address_hash?.slice(0, 8) ?? "-",
  event.node ?? "-"
]

const auditList = Command.make(
  "list",
  {
    last: Flag.Int("last").pipe(
      Flag.withMetavar("COUNT"),
      Flag.withDescription("How many events. Default 50"),
      Flag.withDefault(50)
    ),
    json: jsonFlag,
    dataDir: dataDirectoryFlag
  },
  ({ dataDir, json, last }) =>
    Effect.gen(function* () {
      if (last < 1 || last > 1_000_000) {
        return yield* new UsageError({ message: "--last: expected a whole number from 1 to 1000000" })
      }
      const settings = yield* readStoreSettings
      const events = yield* Store.listAudit(last).pipe(Effect.provide(layerExistingStore(settings)))
      return yield* json
        ? Effect.forEach(events, printJson, { discard: true })
        : Console.log(table(names, events.map(row)))
    }).pipe(withGiven([dataDir]))
).pipe(
  Command.withDescription("Show the latest events, the newest last; --json prints one event a line"),
  Command.withShortDescription("Show the latest events"),
  Command.withAlias("ls")
)

/** Its two commands. */
export const audit = Command.make("audit").pipe(
  Command.withDescription(
    "Verify and show the record of events: keys made and revoked, starts, stops, refusals"
  ),
  Command.withSubcommands([auditVerify, auditList])
)
