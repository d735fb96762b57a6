// leadline keys: manages the API keys of a store. The server may be running.
import * as Command from "effect/cli/Command"
import { keysCreate } from "./create.ts"
import { keysList } from "./list.ts"
import { keysRevoke } from "./revoke.ts"

/** `leadline keys` with its subcommands. */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys. The server may be running"),
  Command.withSubcommands([keysCreate, keysList, keysRevoke])
)
