// Sends the images of a state to model servers that read them, and refuses them for others.
// Assumed: ours.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { isImage } from "../../decisions/images.ts"
import { refused } from "../../http/mapStatus.ts"
import { mayHaveImages } from "../server/images.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { Evidence } from "./prompt.ts"

/** Markers by which models know an image or a sound in a prompt. */
const markers =
  /<\|?(image|audio|video|vision_start|vision_end|image_pad|video_pad|audio_pad|audio_bos|begin_of_image|image_soft_token|audio_soft_token)(_\d+)?\|?>|<start_of_(image|audio)>|<__(media|image)__>|\[IMG\]/i

/**
 * The evidence of a state with its images, or without them and with a notice where the configuration says so. Images that
 * the server cannot read are refused, and text that stands for one.
 */
export const checkImages = Effect.fnUntraced(function* (
  server: ModelServer,
  seesImages: Effect.Effect<boolean>,
  state: Schema.Json,
  evidence: Evidence
) {
  const { mediaMarker } = yield* server.info
  if (mediaMarker !== undefined && mediaMarker !== "" && evidence.text.includes(mediaMarker))
    return yield* refused("state: expected text without the model's own marker of images", "state")
  if (evidence.images.length === 0) return evidence
  const place = `state[${Array.isArray(state) ? state.findIndex(isImage) : 0}]`
  if (!(yield* mayHaveImages(server, seesImages, place))) return { ...evidence, images: [] }
  const most = server.settings.limits?.images ?? Infinity
  const got = evidence.images.length
  if (got > most)
    return yield* refused(`state: expected at most ${most} images for this model, got ${got}`, "state")
  if (markers.test(evidence.text))
    return yield* refused("state: expected text without the model's own marker of images", "state")
  return evidence
})
