// Makes the layer of a resource's client.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestExecutor } from "./RequestExecutor.ts"

/**
 * A service over the executor that is provided to it. Built for each provision: Effect would share it by reference, and
 * a client inside another one would send requests with the key and to the host of the outer one.
 */
export const clientLayer = <I, S>(
  service: Context.Service<I, S>,
  make: (executor: RequestExecutor["Service"]) => S
): Layer.Layer<I, never, RequestExecutor> =>
  Layer.fresh(Layer.effect(service, Effect.map(RequestExecutor, make)))
