// Hands a request of node:http to the pipeline. A caller who leaves interrupts the work.
import { Pipeline } from "@leadline/core/server"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import type * as Http from "node:http"
import { makeExchange } from "./serverExchange.ts"
import type { Take } from "./StrictServer.ts"

/** An answer that waits for the one before it on its connection: Node 22 does not emit its close. */
const leaveWithSocket = (
  { socket }: Http.IncomingMessage,
  response: Http.ServerResponse,
  leave: () => void
): void => {
  // One for each request that waits.
  socket.setMaxListeners(0).once("close", leave)
  response.once("socket", () => socket.off("close", leave))
}

/** Makes the function that takes requests, which run with the given services. */
export const makeTakeRequest = (services: Context.Context<Pipeline>): Take => {
  const { start } = Context.get(services, Pipeline)
  return (request, response, watch) => {
    const fiber = start(makeExchange(request, response, watch), services)
    /** Work that is over and has not ended its response never will. A host may end it later, as one that compresses does. */
    const cut = (exit: Exit.Exit<unknown, unknown>) => {
      if (!response.writableEnded && (watch !== undefined || Exit.isFailure(exit))) response.destroy()
    }
    const over = fiber.pollUnsafe()
    if (over !== undefined) return cut(over)
    fiber.addObserver(cut)
    const leave = () => {
      if (!response.writableEnded) fiber.interruptUnsafe()
    }
    if (response.destroyed) return leave()
    response.on("close", leave)
    if (response.socket === null) leaveWithSocket(request, response, leave)
  }
}
