// Leadline's server as a fetch handler, as `toWebHandler` makes it.
import { toWebHandler } from "@leadline/transport-fetch/server"
import { listenFetch } from "../rivals/guards.ts"
import type { Serve } from "../subjects.ts"
import { layer } from "./server.ts"

/** Serves every route of the benchmark. */
export const serve: Serve = () => listenFetch(toWebHandler(layer()).handler)
