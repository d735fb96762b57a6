// Checks an image of a decisions state: a base64 data URL of a PNG, JPEG or WebP of limited size.
// Source: §2.1.
// The text is checked in one pass; only the few bytes with the dimensions are decoded.

import { alphabet } from "../../protocol/base64.ts"
import type { Resumable } from "../../scheduling/resumable.ts"
import { notDataUrl } from "./imageForm.ts"
import { imageStep, imageTile, imageTiles, jpegMarkers } from "./limits.ts"

// Assumed: seen.
/** The largest image: its sides are rounded up to whole tiles, and the number of tiles counts. */
export interface ImageLimits {
  /** Side of a tile in pixels. */
  readonly tile: number
  readonly maxTiles: number
}

/** The largest image of a request. */
export const imageLimits: ImageLimits = { tile: imageTile, maxTiles: imageTiles }

interface Size {
  readonly width: number
  readonly height: number
}

interface Bytes {
  readonly length: number
  /** The byte at `index`; 0 after the end. */
  readonly at: (index: number) => number
}

interface Format {
  readonly name: string
  readonly size: (bytes: Bytes) => Size | undefined
}

// Assumed: ours.
/**
 * Says what is wrong with an image, without any of its data; undefined for a valid one. The first bytes and the
 * dimensions are checked, the rest of the image is not. The part before the comma is case-insensitive, as media
 * types are, and takes no parameters. Whitespace in the base64 text and missing padding are errors; unused bits of
 * the last character are ignored.
 */
export function* checkImage(url: string, limits: ImageLimits): Resumable<string | undefined> {
  // No prefix is longer.
  const prefix = url.slice(0, url.slice(0, 32).indexOf(",") + 1).toLowerCase()
  const format = formats.find(({ name }) => prefix === `data:image/${name.toLowerCase()};base64,`)
  if (format === undefined) return notDataUrl
  const bytes = yield* base64(url, prefix.length)
  if (bytes === undefined) return "the data is not base64"
  const size = format.size(bytes)
  if (size === undefined) return `the bytes are not a ${format.name} image`
  const { maxTiles, tile } = limits
  if (size.width === 0 || size.height === 0) return "a side of the image has no pixels"
  return Math.ceil(size.width / tile) * Math.ceil(size.height / tile) > maxTiles
    ? `larger than ${maxTiles} tiles of ${tile} by ${tile} pixels`
    : undefined
}

const pngSize = (bytes: Bytes): Size | undefined =>
  bytes.length >= 24 && matches(bytes, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    ? { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) }
    : undefined

const jpegSize = (bytes: Bytes): Size | undefined => {
  if (!matches(bytes, 0, "\xff\xd8\xff")) return undefined
  let at = 2
  for (let step = 0; step < jpegMarkers && at + 9 <= bytes.length && bytes.at(at) === 0xff; step++) {
    const marker = bytes.at(at + 1)
    const length = bigEndian(bytes, at + 2, 2)
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) at += 1
    else if (isFrameHeader(marker)) {
      return { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) }
    } else if (!hasSegment(marker) || length < 2) return undefined
    else at += 2 + length
  }
  return undefined
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which are in the same range. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Tables, comments and application data. Scans and bare markers cannot precede the frame header. */
const hasSegment = (marker: number) =>
  marker === 0xc4 || marker === 0xcc || marker === 0xdb || marker === 0xdd || marker >= 0xe0

const webpSize = (bytes: Bytes): Size | undefined => {
  if (!matches(bytes, 0, "RIFF") || !matches(bytes, 8, "WEBP")) return undefined
  if (matches(bytes, 12, "VP8X") && bytes.length >= 30) {
    return { width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 }
  }
  if (matches(bytes, 12, "VP8L") && bytes.length >= 25 && bytes.at(20) === 0x2f) {
    const packed = littleEndian(bytes, 21, 4)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (matches(bytes, 12, "VP8 ") && bytes.length >= 30 && matches(bytes, 23, "\x9d\x01\x2a")) {
    return { width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff }
  }
  return undefined
}

const formats: ReadonlyArray<Format> = [
  { name: "PNG", size: pngSize },
  { name: "JPEG", size: jpegSize },
  { name: "WebP", size: webpSize }
]

const matches = (bytes: Bytes, offset: number, text: string): boolean => {
  for (let index = 0; index < text.length; index++) {
    if (bytes.at(offset + index) !== text.charCodeAt(index)) return false
  }
  return true
}

const bigEndian = (bytes: Bytes, offset: number, count: number): number => {
  let value = 0
  for (let index = 0; index < count; index++) value = value * 256 + bytes.at(offset + index)
  return value
}

const littleEndian = (bytes: Bytes, offset: number, count: number): number => {
  let value = 0
  for (let index = count - 1; index >= 0; index--) value = value * 256 + bytes.at(offset + index)
  return value
}

/** The six bits of each character of base64 by its code. */
const sixBits = Uint8Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)))

const sixBitsAt = (text: string, index: number): number => sixBits[text.charCodeAt(index)] ?? 0

const base64Only = /^[A-Za-z0-9+/]*$/

/** A view of base64 text from `start` on as bytes; undefined when it is not base64. */
function* base64(text: string, start: number): Resumable<Bytes | undefined> {
  const length = text.length - start
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0
  if (length % 4 !== 0) return undefined
  const data = text.slice(start, text.length - padding)
  for (let at = 0; at < data.length; at += imageStep) {
    // Also before the first step: the first access to a text of concatenated parts joins them.
    yield
    // Takes a third of the time of a loop over the characters.
    if (!base64Only.test(data.slice(at, at + imageStep))) return undefined
  }
  const count = (length / 4) * 3 - padding
  return {
    length: count,
    at: (index) => {
      if (index >= count) return 0
      // Three bytes are four characters; each byte is in two neighbouring ones.
      const inThree = index % 3
      const left = start + ((index - inThree) / 3) * 4 + inThree
      return (((sixBitsAt(text, left) << 6) | sixBitsAt(text, left + 1)) >> (4 - 2 * inThree)) & 255
    }
  }
}
