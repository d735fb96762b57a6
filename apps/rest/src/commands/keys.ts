// leadline keys: the keys of a store, with the server running or not.
// Source: §5; Assumed: ours, the document knows no command line.
import * as Command from "effect/cli/Command"
import { keysCreate } from "./keysCreate.ts"
import { keysList } from "./keysList.ts"
import { keysRevoke } from "./keysRevoke.ts"

/** Its three commands. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Make, list and revoke API keys, with the server running or not"),
  Command.withSubcommands([keysCreate, keysList, keysRevoke])
)
