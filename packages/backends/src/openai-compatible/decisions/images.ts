// Sends the images of a state to model servers that read them, and refuses them for others.
// Assumed: ours.
import { addNotice } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { refused } from "../../http/mapStatus.ts"
import * as limits from "../server/limits.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { computeOnce } from "../server/computeOnce.ts"
import { callBody } from "./callBody.ts"
import type { Evidence } from "./prompt.ts"
import { promptTokensOf } from "./reply.ts"

/** A grey square of 32 pixels. */
const square =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAGUlEQVR42mNoIAAYRhWMKhhVMKpgVMFwVQAA0VJBEBgtgBgAAAAASUVORK5CYII="

/** Asks for a word with and without an image: a server that reads it counts more tokens. */
const askForOne = (server: ModelServer, model: string) => {
  const method = { name: "prompted", topLogprobs: 0, thinking: "leave" } as const
  const tokens = (content: string | ReadonlyArray<object>) =>
    server.client
      .probe({
        path: "/v1/chat/completions",
        body: callBody({ model, method, messages: [{ role: "user", content: content as string }] })
      })
      .pipe(
        Effect.timeout(limits.readoutProbeTimeout),
        Effect.map((answer) => promptTokensOf(answer) ?? 0)
      )
  const text = { type: "text", text: "Which colour?" }
  const image = { type: "image_url", image_url: { url: square } }
  return Effect.all([tokens([image, text]), tokens("Which colour?")], { concurrency: 2 }).pipe(
    Effect.map(([withImage, without]) => withImage > without),
    Effect.orElseSucceed(() => false)
  )
}

/** Does the server read images: as configured, as it says, or as an image shows? */
export const makeSeesImages = (server: ModelServer, model: string): Effect.Effect<boolean> => {
  const probed = computeOnce(server.scope, askForOne(server, model))
  const configured = server.settings.limits?.images
  if (configured !== undefined) return Effect.succeed(configured > 0)
  return Effect.flatMap(server.info, ({ seesImages }) =>
    seesImages === undefined ? probed.get : Effect.succeed(seesImages)
  )
}

/** Markers by which models know an image or a sound in a prompt. */
const markers =
  /<\|?(image|audio|video|vision_start|vision_end|image_pad|video_pad|audio_pad|audio_bos|begin_of_image|image_soft_token|audio_soft_token)(_\d+)?\|?>|<start_of_(image|audio)>|<__(media|image)__>|\[IMG\]/i

/** The evidence with the images that the server reads, or none and a notice. Text that stands for one is refused. */
export const checkImages = Effect.fnUntraced(function* (
  server: ModelServer,
  seesImages: Effect.Effect<boolean>,
  evidence: Evidence
) {
  const { mediaMarker } = yield* server.info
  if (mediaMarker !== undefined && mediaMarker !== "" && evidence.text.includes(mediaMarker))
    return yield* refused("state: expected text without the model's own marker of images", "state")
  if (evidence.images.length === 0) return evidence
  if (!(yield* seesImages)) {
    yield* addNotice("images-ignored")
    return { ...evidence, images: [] }
  }
  const most = server.settings.limits?.images ?? Infinity
  const got = evidence.images.length
  if (got > most)
    return yield* refused(`state: expected at most ${most} images for this model, got ${got}`, "state")
  if (markers.test(evidence.text))
    return yield* refused("state: expected text without the model's own marker of images", "state")
  return evidence
})
