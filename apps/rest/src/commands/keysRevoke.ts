// leadline keys revoke: revokes an API key by its id, or by its text on standard input.
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
import { readStoreSettings } from "../settings/store.ts"
import { StartupError } from "../StartupError.ts"
import { layerExistingStore } from "../store/layer.ts"
import { dataDirectoryFlag, withFlags } from "./flags.ts"
import { jsonFlag, printJson, quietFlag, printMessage } from "./output.ts"
import { UsageError } from "./UsageError.ts"

/** The first line of standard input; on a terminal a prompt that hides the input. */
const readKey = Effect.gen(function* () {
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

/** Parses the argument. An id is public and may appear in a shell's history; a key must not. */
const parseTarget = Effect.fnUntraced(function* (text: string) {
  if (text === "-") {
    const key = yield* readKey
    return Redacted.value(key) === ""
      ? yield* new UsageError({ message: "Expected a key on standard input" })
      : { key }
  }
  if (/^ll_(?:live|test)_/.test(text) || text.length > 64) {
    const id = /^ll_(?:live|test)_([0-9A-Za-z]{10})/.exec(text)?.[1]
    return yield* new UsageError({
      message:
        "This is a key, and it is in your shell's history now. " +
        `Revoke it by its id${id === undefined ? "" : `, ${id}`}, or pass it on standard input: leadline keys revoke -`
    })
  }
  return { id: text }
})

/** Also succeeds for a key that was revoked before. */
export const keysRevoke = Command.make(
  "revoke",
  {
    key: Argument.String("id").pipe(
      Argument.withDescription("Id of the key, or - to read the key itself from standard input")
    ),
    json: jsonFlag,
    quiet: quietFlag,
    dataDir: dataDirectoryFlag
  },
  ({ dataDir, json, key, quiet }) =>
    Effect.gen(function* () {
      const target = yield* parseTarget(key)
      const settings = yield* readStoreSettings
      const revoked = yield* Store.revokeKey(target).pipe(Effect.provide(layerExistingStore(settings)))
      if (json) return yield* printJson(revoked)
      return yield* printMessage(
        quiet,
        revoked.changed ? `Key ${revoked.id} is revoked.` : `Key ${revoked.id} was revoked before.`,
        ...(revoked.active === 0 ? ["No active key is left: the server creates one at its next start."] : [])
      )
    }).pipe(withFlags([dataDir]))
).pipe(
  Command.withDescription(
    "Revoke an API key permanently. Running servers on the same store refuse it within a second."
  ),
  Command.withShortDescription("Revoke an API key permanently"),
  Command.withExamples([
    { command: "leadline keys revoke 4fXq0aZ81b", description: "By its id" },
    {
      command: "leadline keys revoke - < leaked-key.txt",
      description: "By the key itself, kept out of the shell's history"
    }
  ])
)
