// All threat servers as a process: prints their ports, stops when its standard input closes.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { startServers } from "./servers.ts"

const scope = Scope.makeUnsafe()
const targets = await Effect.runPromise(Scope.provide(startServers, scope))
process.stdout.write(`${JSON.stringify(targets)}\n`)
process.stdin.resume()
process.stdin.once("close", () => {
  void Effect.runPromise(Scope.close(scope, Exit.void)).finally(() => process.exit(0))
})
