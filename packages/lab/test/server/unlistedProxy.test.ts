// A proxy in front of the server that is not listed is reported to the operator.
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { layerServices } from "../../src/index.ts"

it.live("a forwarded address from this machine, whose sender is not listed, is one warning", () =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel}: ${String(message)}`))
    const services = Layer.merge(layerServices(), Logger.layer([logger]))
    const context = yield* Layer.build(layerServer({ port: 0 }).pipe(Layer.provide(services)))
    const { url } = Context.get(context, ServerAddress)
    const ask = (headers: Record<string, string>) =>
      Effect.promise(async () => (await fetch(`${url}/v1/models`, { headers })).text())
    yield* ask({})
    assert.deepStrictEqual(logged, [])
    for (let times = 0; times < 3; times++) yield* ask({ "x-forwarded-for": "203.0.113.7" })
    assert.lengthOf(logged, 1)
    assert.match(logged[0] ?? "", /^Warn: .*LEADLINE_PROXIES/)
  })
)
