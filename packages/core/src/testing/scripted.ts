// A client whose wire is a script: no socket, no server, no waiting.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Client from "../Client.ts"
import { Transport } from "../client/Transport.ts"
import { Sleep } from "../client/retry/Sleep.ts"
import { makeScript, type Script, type ScriptRules, type ScriptStep } from "./Script.ts"
import type { SentRequest } from "./SentRequest.ts"

/** How a scripted client is set up. Base URL and key have defaults. */
export interface ScriptedOptions extends Partial<Client.ClientOptions>, Client.PromiseOptions, ScriptRules {
  /** Wait between attempts, on Effect's clock. Default: not at all, and `waits` tells how long it would have been. */
  readonly realDelays?: boolean | undefined
}

/** A client on a script, in every form in which one is used. */
export interface Scripted {
  /** All rooms as promises. A request that fits nothing rejects with a `ScriptError`; `close` does for an unused step. */
  readonly client: Client.Client
  /** All services. A request that fits nothing is a defect; so is an unused step when the layer's scope closes well. */
  readonly layer: Layer.Layer<Client.Services>
  /** The wire alone, for a client or a transport of one's own. */
  readonly transport: Transport["Service"]
  /** What was sent so far, in order. */
  readonly requests: ReadonlyArray<SentRequest>
  /** Milliseconds before each attempt but the first of each call. */
  readonly waits: ReadonlyArray<number>
  /** Throws a `ScriptError` that names requests that met nothing, and steps that are left. */
  readonly assertDone: () => void
}

/** A client on any script. */
export const onScript = ({ assertDone, requests, transport }: Script, options: ScriptedOptions): Scripted => {
  const waits: Array<number> = []
  const pause = (millis: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      waits.push(millis)
      return options.realDelays === true ? Effect.sleep(millis) : Effect.void
    })
  const wire = Layer.effect(
    Transport,
    Effect.as(
      Effect.addFinalizer((exit) => (Exit.isSuccess(exit) ? Effect.sync(assertDone) : Effect.void)),
      transport
    )
  )
  const layer = Client.layer({ baseUrl: "http://scripted.test", apiKey: "scripted-key", ...options }).pipe(
    Layer.provide([wire, Layer.succeed(Sleep, pause)])
  )
  const face = Client.promises(layer, options)
  // A client that was never called has no scope that could tell.
  const client = { ...face, close: () => face.close().then(assertDone) }
  return { client, layer, transport, requests, waits, assertDone }
}

/**
 * A client that meets these steps and nothing else. Steps come from `answer` and `fault`, may be narrowed by `when`,
 * and may be functions of the request.
 */
export const scripted = (steps: ReadonlyArray<ScriptStep>, options: ScriptedOptions = {}): Scripted =>
  onScript(
    makeScript(
      steps,
      options,
      (position, name) => `step ${position}${name === undefined ? "" : ` (${name})`}`
    ),
    options
  )
