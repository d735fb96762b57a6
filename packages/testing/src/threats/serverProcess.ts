// A process with all servers of the suite, for a runtime of its own: prints where they are, stops with its input.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { startServers } from "./servers.ts"

const scope = Scope.makeUnsafe()
const targets = await Effect.runPromise(Scope.provide(startServers, scope))
process.stdout.write(`${JSON.stringify({ version: process.versions.node, targets })}\n`)
process.stdin.resume()
process.stdin.once("close", () => {
  void Effect.runPromise(Scope.close(scope, Exit.void)).finally(() => process.exit(0))
})
