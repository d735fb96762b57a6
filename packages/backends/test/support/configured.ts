// Backends of a configuration in use.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parseConfiguration } from "../../src/configuration/parse.ts"
import { Backends, layer } from "../../src/routing/Backends.ts"
import { type Script, scriptedTransport } from "./scriptedTransport.ts"

/** Secrets of files that are parsed, by `env:NAME`. */
export interface Environment {
  readonly [name: string]: string
}

/** The configuration that a text is. */
export const parse = (text: string, environment: Environment = {}) =>
  parseConfiguration({
    name: "backends.yaml",
    text,
    environment: (name) => environment[name],
    file: (path) => Effect.succeed(path === "/run/secrets/key" ? `${environment["LOCAL_KEY"]}\n` : undefined)
  })

/** Its services, changes of the configuration, what their servers were asked, and which backends were closed. */
export const configured = Effect.fnUntraced(function* (
  text: string,
  script: Script,
  more: Partial<Parameters<typeof layer>[1]> = {}
) {
  const { layer: transport, requests } = scriptedTransport(script)
  const closed: Array<string> = []
  const backends = layer(yield* parse(text), {
    transport: () => transport,
    prepare: (settings) =>
      Effect.as(
        Effect.addFinalizer(() => Effect.sync(() => closed.push(settings.name))),
        { settings, isReady: () => true }
      ),
    embedded: () => Effect.fail({ message: "no engine here" }),
    ...more
  })
  const context = yield* Layer.build(backends)
  const { reload, routes } = Context.get(context, Backends)
  return {
    closed,
    context,
    requests,
    routes,
    reload: (next: string, environment?: Environment) => Effect.flatMap(parse(next, environment), reload)
  }
})
