// All settings of the server. Flags, help, warnings of unknown variables and docs/settings.md come from this table.
import { operatorSettings } from "./operator.ts"
import { serverSettings } from "./server.ts"
import { storeSettings } from "./store.ts"

export const settingsTable = { ...serverSettings, ...storeSettings, ...operatorSettings }
