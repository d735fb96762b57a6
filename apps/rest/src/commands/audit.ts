// leadline audit: verifies and shows the audit log.
import * as Store from "@leadline/store-sql"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readStoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { anchorFile, existingDirectory, layerExistingStore } from "../store/layer.ts"
import { checkLast, storeFlags, lastFlag, withFlags, onStore } from "./flags.ts"
import { jsonFlag, printJson, table, time } from "./output.ts"
import { UsageError } from "./UsageError.ts"

const rowReasons: Record<Store.AuditProblem["reason"], string> = {
  missing: "is missing",
  changed: "was changed",
  unlinked: "does not follow the row before it",
  anchor: "differs from the audit anchor, or from the head given with --head",
  unsealed: "is the last one but is not sealed under this pepper",
  resealed: "records a broken seal"
}

const keyReasons: Record<Store.KeyProblem["reason"], string> = {
  altered: "was changed outside of the server",
  unrecorded: "was created or revoked without an event",
  unrevoked: "is not revoked, but its revocation was recorded",
  removed: "is missing, but its creation was recorded"
}

const groupReasons: Record<Store.GroupProblem["reason"], string> = {
  altered: "was changed outside of the server",
  removed: "is missing, but was recorded"
}

/** A head in the form that `--head` takes. */
export const headText = ({ hash, seq }: Store.AuditHead): string => `${seq}:${hash}`

const describe = (
  problem: NonNullable<Store.AuditReport["problem"]>,
  sealed: Store.AuditHead | undefined
): string => {
  if ("key" in problem) {
    return `The keys do not agree with the audit log: key ${problem.key} ${keyReasons[problem.reason]}`
  }
  if ("group" in problem) {
    return `The groups do not agree with the audit log: group ${problem.group} ${groupReasons[problem.reason]}`
  }
  const text = `The audit log is not intact: row ${problem.seq} ${rowReasons[problem.reason]}`
  return problem.reason === "resealed" && sealed !== undefined
    ? `${text}; if you know the reason, pass --head ${headText(sealed)}, and keep that head`
    : text
}

const headOf = (text: string): Effect.Effect<Store.AuditHead, UsageError> => {
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
      Flag.withDescription("Head of an earlier verification: its row must be unchanged"),
      Flag.withDefault("")
    ),
    json: jsonFlag,
    store: storeFlags
  },
  ({ store, head, json }) =>
    Effect.gen(function* () {
      const given = head === "" ? undefined : yield* headOf(head)
      const settings = yield* readStoreSettings
      const directory = yield* existingDirectory(settings)
      const report = yield* Store.readAuditAnchor(anchorFile(directory)).pipe(
        Effect.flatMap((anchor) => Store.verifyAudit({ head: given, anchor })),
        Effect.provide(layerExistingStore(settings))
      )
      const { problem, sealed } = report
      const newHead = headText(report.head)
      if (json) {
        yield* printJson({
          events: report.events,
          head: newHead,
          sealed: sealed === undefined ? null : headText(sealed),
          problem: problem ?? null
        })
      } else if (problem === undefined) {
        yield* Console.log(
          `The audit log is intact. Events: ${report.events}.${report.events > 0 ? `\nHead: ${newHead}` : ""}`
        )
      }
      if (problem !== undefined) {
        return yield* new StartupError({ message: describe(problem, sealed) })
      }
    }).pipe(withFlags(Object.values(store)))
).pipe(
  Command.withDescription(
    "Verify the audit log: find any changed, missing or inserted row, including the last one, " +
      "and any key or group that it contradicts. " +
      "Store the head it prints in another place: with --head, it proves later that no row before it was replaced."
  ),
  Command.withShortDescription("Find any changed, missing or inserted row"),
  Command.withExamples([
    { command: "leadline audit verify", description: "Exit code 0 if intact, else 1" },
    { command: "leadline audit verify --json | jq -r .head", description: "The head, to store elsewhere" }
  ])
)

const columns = ["SEQ", "TIME", "ACTION", "OBJECT", "OUTCOME", "ACTOR", "REQUEST", "ADDRESS", "NODE"]

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
    last: lastFlag("events"),
    json: jsonFlag,
    store: storeFlags
  },
  ({ store, json, last }) =>
    Effect.gen(function* () {
      yield* checkLast(last)
      const events = yield* onStore(store, Store.listAudit(last))
      return yield* json
        ? Effect.forEach(events, printJson, { discard: true })
        : Console.log(table(columns, events.map(row)))
    })
).pipe(
  Command.withDescription("Show the latest events, newest last; --json prints one event per line"),
  Command.withShortDescription("Show the latest events"),
  Command.withAlias("ls")
)

/** `leadline audit` with its subcommands. */
export const audit = Command.make("audit").pipe(
  Command.withDescription(
    "Verify and show the audit log: created and revoked keys, starts, stops, refused requests"
  ),
  Command.withSubcommands([auditVerify, auditList])
)
