// leadline keys revoke: ends a key for good, named by its id, or given on standard input.
// Source: §5; Assumed: ours, the document knows no command line.
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { StartupError } from "../StartupError.ts"
import { layerExistingStore, readStoreSettings } from "../store/store.ts"
import { dataDirectoryFlag, withGiven } from "./flags.ts"
import { jsonFlag, printJson, quietFlag, say } from "./output.ts"
import { UsageError } from "./UsageError.ts"

/** The first line of standard input; on a terminal it is asked for and not shown. */
const keyFromInput = Effect.gen(function* () {
  const { stdin, stdinIsTerminal } = yield* Stdio.Stdio
  if (yield* stdinIsTerminal)
    return yield* Prompt.run(Prompt.Hidden({ message: "Key to revoke (not shown):" }))
  const line = yield* stdin.pipe(Stream.decodeText(), Stream.splitLines, Stream.runHead)
  return Redacted.make(Option.getOrElse(line, () => "").trim())
}).pipe(
  Effect.catchTag("PlatformError", () =>
    Effect.fail(new StartupError({ message: "Standard input cannot be read" }))
  )
)

/** An id is public and may stand in a shell's history; a key may not. */
const which = Effect.fnUntraced(function* (text: string) {
  if (text === "-") {
    const key = yield* keyFromInput
    return Redacted.value(key) === ""
      ? yield* new UsageError({ message: "Expected a key on standard input" })
      : { key }
  }
  if (/^ll_(?:live|test)_/.test(text) || text.length > 64) {
    const id = /^ll_(?:live|test)_([0-9A-Za-z]{10})/.exec(text)?.[1]
    return yield* new UsageError({
      message:
        "That is a key, and now it stands in your shell's history. " +
        `Revoke it by its id${id === undefined ? "" : `, ${id}`}, or give it on standard input: leadline keys revoke -`
    })
  }
  return { id: text }
})

/** Succeeds alike for a key that was revoked before. */
export const keysRevoke = Command.make(
  "revoke",
  {
    key: Argument.String("id").pipe(
      Argument.withDescription("Id of the key, as listed; or - to read the key itself from standard input")
    ),
    json: jsonFlag,
    quiet: quietFlag,
    dataDir: dataDirectoryFlag
  },
  ({ dataDir, json, key, quiet }) =>
    Effect.gen(function* () {
      const wanted = yield* which(key)
      const settings = yield* readStoreSettings
      const revoked = yield* Store.revokeKey(wanted).pipe(Effect.provide(layerExistingStore(settings)))
      if (json) return yield* printJson(revoked)
      return yield* say(
        quiet,
        revoked.changed ? `Key ${revoked.id} is revoked.` : `Key ${revoked.id} was revoked before.`,
        ...(revoked.active === 0 ? ["No active key is left: the next start of the server makes one."] : [])
      )
    }).pipe(withGiven([dataDir]))
).pipe(
  Command.withDescription(
    "Revoke a key for good. Running servers on the same store refuse it at once, or a second later at most."
  ),
  Command.withShortDescription("Revoke a key for good"),
  Command.withExamples([
    { command: "leadline keys revoke 4fXq0aZ81b", description: "By its id" },
    { command: "leadline keys revoke - < leaked-key.txt", description: "By the key, kept out of the history" }
  ])
)
