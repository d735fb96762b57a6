// The model list as a service.
// Source: §4.9.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse } from "../../validation/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../validation/methodTypes.ts"
import { ModelsResponse } from "./schema.ts"

/**
 * The methods of the model list: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface ModelsMethods<T extends MethodTypes> {
  /** Lists the models. Needs no key. */
  readonly list: (...options: T["options"]) => CallResult<T, ModelsResponse, ApiError.ApiError>
}

/** The model list, the same on client and server. */
export class Models extends Context.Service<Models, ModelsMethods<EffectMethodTypes>>()(
  "@leadline/core/models/Models"
) {}

/** What an implementation supplies, unchecked. */
export interface Engine {
  // @effect-diagnostics-next-line lazyEffect:off
  readonly list: () => Effect.Effect<unknown, ApiError.ApiError>
}

const checkResponse = validateResponse(ModelsResponse)

/** Makes the service of an implementation: responses are checked. */
export const make = (engine: Engine): Models["Service"] => ({ list: () => checkResponse(engine.list()) })
