// Limits of decisions.
// Source: §8, the price too; the image limits are not in the document.

/** Questions in one request. Checked by the request schema. */
export const questions = { min: 1, max: 128 } as const

/** Options of a choice question. Checked by the request schema. */
export const options = { min: 1, max: 255 } as const

/** Levels of a score question. Checked by the request schema. */
export const levels = { min: 1, max: 10 } as const

/** Input tokens of a request must be fewer. Checked before the engine is called. */
export const inputTokens = 262_144

/** USD per 1,000,000 input tokens. Output tokens are free. For information: nothing is billed here. */
export const inputPrice = 0.04

/** Milliseconds the model may take; then the response is 504. Checked around the engine. */
export const modelWait = 60_000

// Assumed: seen.
/** Images in one request. Checked by the request schema. */
export const images = 8

// Assumed: seen.
/** Sides of an image are rounded up to multiples of this many pixels. */
export const imageTile = 32

// Assumed: seen.
/** Tiles of one image. The public service hangs beyond it; here it is a 400. */
export const imageTiles = 2048

/** Markers and fill bytes before the frame header of a JPEG: photographs have tens, large profiles hundreds. */
export const jpegMarkers = 4096

/** Characters of an image that are checked between two pauses. */
export const imageStep = 262_144
