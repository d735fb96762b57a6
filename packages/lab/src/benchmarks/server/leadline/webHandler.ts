// Leadline's server as a fetch handler, as `toWebHandler` makes it.
import { toWebHandler } from "@leadline/transport-fetch/server"
import type { MakeHandler } from "../Subject.ts"
import * as services from "./services.ts"

/** Answers every route of the benchmark. */
export const make: MakeHandler = async () => {
  const { handler } = toWebHandler(services.layer())
  return (request) => handler(request)
}
