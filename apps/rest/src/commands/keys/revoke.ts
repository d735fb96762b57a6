// leadline keys revoke: revokes API keys by id, by group or by maker, or one by its text on standard input.
import * as Store from "@leadline/store-sql"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { StartupError } from "../../StartupError.ts"
import { storeFlags, groupFlag, onStore } from "../flags.ts"
import { jsonFlag, printJson, quietFlag, printMessage } from "../output.ts"
import { UsageError } from "../UsageError.ts"

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

/** An id is public and may appear in a shell's history; a key must not. */
const parseId = Effect.fnUntraced(function* (text: string) {
  if (/^ll_(?:live|test)_/.test(text) || text.length > 64) {
    const id = /^ll_(?:live|test)_([0-9A-Za-z]{10})/.exec(text)?.[1]
    return yield* new UsageError({
      message:
        "This is a key, and it is in your shell's history now. " +
        `Revoke it by its id${id === undefined ? "" : `, ${id}`}, or pass it on standard input: leadline keys revoke -`
    })
  }
  return text
})

/** The keys that arguments and flags name. */
const parseTargets = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  group: string,
  madeBy: string
) {
  const key = names.includes("-") ? yield* readKey : undefined
  if (key !== undefined && Redacted.value(key) === "") {
    return yield* new UsageError({ message: "Expected a key on standard input" })
  }
  if (names.length === 0 && group === "" && madeBy === "") {
    return yield* new UsageError({ message: "Expected ids of keys, -, --group or --made-by" })
  }
  return {
    ids: yield* Effect.forEach(
      names.filter((name) => name !== "-"),
      parseId
    ),
    key,
    group: group === "" ? undefined : group,
    madeBy: madeBy === "" ? undefined : yield* parseId(madeBy)
  }
})

const describe = ({ changed, id }: Store.RevokedKeys["keys"][number]) =>
  changed ? `Key ${id} is revoked.` : `Key ${id} was revoked before.`

/** Also succeeds for keys that were revoked before. */
export const keysRevoke = Command.make(
  "revoke",
  {
    keys: Argument.String("id").pipe(
      Argument.withDescription("Ids of keys, or - to read a key itself from standard input"),
      Argument.variadic()
    ),
    group: groupFlag("All keys of this group"),
    madeBy: Flag.String("made-by").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("The keys that this key made, those that they made, and so on"),
      Flag.withDefault("")
    ),
    json: jsonFlag,
    quiet: quietFlag,
    store: storeFlags
  },
  ({ store, group, json, keys, madeBy, quiet }) =>
    Effect.gen(function* () {
      const targets = yield* parseTargets(keys, group, madeBy)
      const revoked = yield* onStore(store, Store.revokeKeys(targets))
      if (json) return yield* printJson(revoked)
      return yield* printMessage(
        quiet,
        ...(revoked.keys.length === 0 ? ["There is no such key."] : revoked.keys.map(describe)),
        ...(revoked.active === 0 ? ["No active key is left: the server creates one at its next start."] : [])
      )
    })
).pipe(
  Command.withDescription(
    "Revoke API keys permanently, all in one step. Running servers on the same store refuse them within a second."
  ),
  Command.withShortDescription("Revoke API keys permanently"),
  Command.withExamples([
    { command: "leadline keys revoke 4fXq0aZ81b", description: "By its id" },
    {
      command: "leadline keys revoke 4fXq0aZ81b --made-by 4fXq0aZ81b",
      description: "A leaked key, and every key that came of it"
    },
    { command: "leadline keys revoke --group acme", description: "All keys of a group" },
    {
      command: "leadline keys revoke - < leaked-key.txt",
      description: "By the key itself, kept out of the shell's history"
    }
  ])
)
