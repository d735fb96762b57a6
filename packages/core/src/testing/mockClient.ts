// A client with mock responses: no socket, no server, no waiting.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Client from "../Client.ts"
import { Transport } from "../client/Transport.ts"
import { aBoolean, type Checks, checkOptions, oneOf } from "../client/optionChecks.ts"
import { Sleep } from "../client/retry/retryLoop.ts"
import { makeScript, type Script, type ScriptRules, type ScriptStep } from "./Script.ts"
import type { SentRequest } from "./SentRequest.ts"

/** Options of a mock client. Base URL and key have defaults. */
export interface MockClientOptions extends Partial<Client.ClientOptions>, Client.PromiseOptions, ScriptRules {
  /** Wait between attempts, on Effect's clock. Default false: `waits` has the delays that were skipped. */
  readonly realDelays?: boolean | undefined
}

/** The options that a client over a transport does not have. */
const mockOptions = {
  ...Client.promiseOptions,
  order: oneOf(["strict", "any"]),
  realDelays: aBoolean
} satisfies Checks<Omit<MockClientOptions, keyof Client.ClientOptions>>

/** A mock client, in all forms of a client. */
export interface MockClient {
  /** With promises. An unexpected request rejects with a `ScriptError`; `close` does for an unused step. */
  readonly client: Client.Client
  /** All services. An unexpected request is a defect; so is an unused step when the layer's scope closes without error. */
  readonly layer: Layer.Layer<Client.Services>
  /** The transport, for a client of your own. */
  readonly transport: Transport["Service"]
  /** The requests so far, in order. */
  readonly requests: ReadonlyArray<SentRequest>
  /** Milliseconds before each attempt but the first of each call. */
  readonly waits: ReadonlyArray<number>
  /** Throws a `ScriptError` that names unexpected requests and unused steps. */
  readonly assertDone: () => void
}

/** A client over a script. */
export const onScript = (
  { assertDone, requests, transport }: Script,
  options: MockClientOptions
): MockClient => {
  checkOptions(options, { ...Client.clientOptions, ...mockOptions })
  const { layer: beneath, order: _, realDelays, ...rest } = options
  const waits: Array<number> = []
  const pause = (millis: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      waits.push(millis)
      return realDelays === true ? Effect.sleep(millis) : Effect.void
    })
  const wire = Layer.effect(
    Transport,
    Effect.as(
      Effect.addFinalizer((exit) => (Exit.isSuccess(exit) ? Effect.sync(assertDone) : Effect.void)),
      transport
    )
  )
  const layer = Client.layer({ baseUrl: "http://mock.test", apiKey: "mock-key", ...rest }).pipe(
    Layer.provide([wire, Layer.succeed(Sleep, pause)])
  )
  const face = Client.promises(layer, { layer: beneath })
  // A client that was never called has no scope whose end could report unused steps.
  const client = { ...face, close: () => face.close().then(assertDone) }
  return { client, layer, transport, requests, waits, assertDone }
}

/**
 * A client that gets these responses and no others. Steps come from `respond` and `fail`, can be restricted with `when`,
 * and can be functions of the request.
 */
export const mockClient = (steps: ReadonlyArray<ScriptStep>, options: MockClientOptions = {}): MockClient =>
  onScript(
    makeScript(
      steps,
      options,
      (position, name) => `step ${position}${name === undefined ? "" : ` (${name})`}`
    ),
    options
  )
