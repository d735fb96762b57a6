// The model list as a service.
// Source: §4.9.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { answering } from "../../service/validate.ts"
import type { Call, EffectFace, Face } from "../../service/methodTypes.ts"
import { ModelsResponse } from "./schema.ts"

/**
 * The methods of the model list: Effects under {@link EffectFace}, promises under {@link PromiseFace}.
 * Each fails with an `ApiError`.
 */
export interface ModelsMethods<F extends Face> {
  /** Lists the models. Needs no key. */
  readonly list: (...rest: F["rest"]) => Call<F, ModelsResponse, ApiError.ApiError>
}

/** The model list, client or server side. */
export class Models extends Context.Service<Models, ModelsMethods<EffectFace>>()(
  "@leadline/core/models/Models"
) {}

/** What an implementation supplies, before any check. */
export interface Engine {
  readonly list: Effect.Effect<unknown, ApiError.ApiError>
}

const listed = answering(ModelsResponse)

/** Holds any implementation to the contract. */
export const make = (engine: Engine): Models["Service"] => {
  const list = listed(engine.list)
  return { list: () => list }
}
