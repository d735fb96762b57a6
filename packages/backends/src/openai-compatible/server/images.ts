// Whether a model server reads images, and what becomes of those that it cannot.
// Assumed: ours.
import { addNotice } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withDeadline } from "../../http/AttemptDeadline.ts"
import { refused } from "../../http/mapStatus.ts"
import { numberAt } from "../../json/unknownJson.ts"
import { computeOnce } from "./computeOnce.ts"
import * as limits from "./limits.ts"
import type { ModelServer } from "./ModelServer.ts"
import { perModel } from "./perModel.ts"

/** A grey square of 32 pixels. */
const square =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAGUlEQVR42mNoIAAYRhWMKhhVMKpgVMFwVQAA0VJBEBgtgBgAAAAASUVORK5CYII="

/** Asks for a word with and without an image: a server that reads it counts more tokens. Fails where that says nothing. */
const askForOne = (server: ModelServer, model: string): Effect.Effect<boolean, void> => {
  const ask = (content: unknown) =>
    server.client
      .probe({
        path: "/v1/chat/completions",
        body: { model, messages: [{ role: "user", content }], max_tokens: 1, temperature: 0 }
      })
      .pipe(
        withDeadline(limits.readoutProbeTimeout),
        Effect.map((answer) => numberAt(answer, "usage", "prompt_tokens")),
        Effect.result
      )
  const text = { type: "text", text: "Which colour?" }
  const image = { type: "image_url", image_url: { url: square } }
  return Effect.flatMap(
    Effect.all([ask([image, text]), ask("Which colour?")], { concurrency: 2 }),
    ([withImage, without]): Effect.Effect<boolean, void> => {
      if (Result.isFailure(without)) return Effect.fail(undefined)
      if (Result.isSuccess(withImage))
        return withImage.success === undefined || without.success === undefined
          ? Effect.fail(undefined)
          : Effect.succeed(withImage.success > without.success)
      const isRefused = "status" in withImage.failure && withImage.failure.status !== undefined
      return isRefused ? Effect.succeed(false) : Effect.fail(undefined)
    }
  )
}

/** Does the model read images: as configured, as its server says, or as an image shows? */
export const makeKnownSight = (server: ModelServer, model: string): Effect.Effect<boolean | undefined> => {
  const probed = computeOnce(server.scope, askForOne(server, model))
  const configured = server.settings.limits?.images
  if (configured !== undefined) return Effect.succeed(configured > 0)
  return Effect.flatMap(server.info, ({ seesImages }) =>
    seesImages === undefined ? Effect.orElseSucceed(probed.get, () => undefined) : Effect.succeed(seesImages)
  )
}

/** {@link makeKnownSight}. Yes, where nothing tells. */
export const makeSeesImages = (server: ModelServer, model: string): Effect.Effect<boolean> =>
  Effect.map(makeKnownSight(server, model), (sees) => sees ?? true)

/** Does a model read images? */
export type Sight = (model: string) => Effect.Effect<boolean>

/** {@link makeSeesImages} for each model of a server, which is asked once. */
export const makeSight = (server: ModelServer): Sight => perModel((model) => makeSeesImages(server, model))

/**
 * Does the model get the images of a request? They are left out with a notice where the configuration says so. Elsewhere
 * those that it cannot read are refused: `place` is that of the first one, as `state[0]`.
 */
export const mayHaveImages = Effect.fnUntraced(function* (
  server: ModelServer,
  seesImages: Effect.Effect<boolean>,
  place: string | undefined
) {
  if (place === undefined || (yield* seesImages)) return true
  if (server.settings.limits?.images !== 0)
    return yield* refused(
      `${place}: expected no image, because the model reads none`,
      place.replace(/\[.*/, "")
    )
  yield* addNotice("images-ignored")
  return false
})
