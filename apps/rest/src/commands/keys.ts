// leadline keys: manages the API keys of a store. The server may be running.
import * as Command from "effect/cli/Command"
import { keysCreate } from "./keysCreate.ts"
import { keysList } from "./keysList.ts"
import { keysRevoke } from "./keysRevoke.ts"

/** `leadline keys` with its subcommands. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys. The server may be running"),
  Command.withSubcommands([keysCreate, keysList, keysRevoke])
)
