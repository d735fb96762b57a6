// The bytes of a page as text, in the encoding that its header or its beginning names.

import { bytesPerStep } from "./limits.ts"

interface Decoder {
  readonly decode: (bytes?: Uint8Array, options?: { readonly stream: boolean }) => string
}

declare const TextDecoder: new (label: string) => Decoder

const named = /charset\s*=\s*["']?([\w.:-]{1,40})/i

const decoderOf = (label: string): Decoder => {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder("utf-8")
  }
}

/** Decodes the bytes, piece by piece. An unknown encoding counts as UTF-8; invalid bytes become U+FFFD. */
export function* decodeText(bytes: Uint8Array, contentType: string): Generator<string, void> {
  const header = named.exec(contentType)?.[1]
  const start = header === undefined ? decoderOf("latin1").decode(bytes.subarray(0, 1_024)) : ""
  const decoder = decoderOf(header ?? /<meta[^>]{0,200}/i.exec(start)?.[0].match(named)?.[1] ?? "utf-8")
  for (let at = 0; at < bytes.length; at += bytesPerStep)
    yield decoder.decode(bytes.subarray(at, at + bytesPerStep), { stream: true })
  yield decoder.decode()
}
