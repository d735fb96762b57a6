// Leadline's server on a socket with canned services, as `layerServer` makes it.
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { setFlagsFromString } from "node:v8"
import type { Serve } from "../Subject.ts"
import * as services from "./services.ts"

// As the server's program has it.
for (const flag of ["--heap-growing-percent=50", "--no-allocation-site-pretenuring"]) setFlagsFromString(flag)

/** Listens on a free port over these services; gives the port. */
export const listen = async (given: ReturnType<typeof services.layer>): Promise<number> => {
  // A busy machine makes the event loop late: the server would shed what is measured.
  const server = layerServer({ maxLoopDelay: 0, port: 0 }).pipe(Layer.provide(given))
  const context = await Effect.runPromise(Layer.buildWithScope(server, Scope.makeUnsafe()))
  return Context.get(context, ServerAddress).port
}

/** Serves every route of the benchmark. */
export const serve: Serve = () => listen(services.layer())
