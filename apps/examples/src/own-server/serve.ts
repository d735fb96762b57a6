// Serves it: DOCUMENTS=./docs DATA=./data node serve.ts
import { AccessLog } from "@leadline/core/access-log"
import { ensureKey } from "@leadline/store-sql"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { layerServices, layerStore } from "./services.ts"

const { DATA = ".", DOCUMENTS = ".", LEADLINE_API_KEY, PORT = "8080" } = process.env

const bootstrap = LEADLINE_API_KEY === undefined ? undefined : Redacted.make(LEADLINE_API_KEY)

const program = Effect.gen(function* () {
  const first = yield* ensureKey({ bootstrap })
  if (first._tag === "Created") console.log(`Your API key, shown this once: ${Redacted.value(first.key)}`)
  const { url } = yield* ServerAddress
  console.log(`Listening on ${url}`)
  return yield* Effect.never
}).pipe(
  Effect.provide(
    layerServer({ port: Number(PORT), linger: 1_000 }).pipe(
      Layer.provide(layerServices(DOCUMENTS)),
      Layer.provide(Layer.succeed(AccessLog, (entry) => console.log(JSON.stringify(entry)))),
      Layer.provideMerge(layerStore(DATA))
    )
  ),
  Effect.scoped
)

// The end of the scope lets answers finish: 25 seconds at most.
const running = Effect.runFork(program)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => running.interruptUnsafe())
