// UTF-8 to text: the one global beyond ECMAScript that core uses. Every supported runtime has it.

interface Decoder {
  readonly decode: (bytes?: Uint8Array, options?: { readonly stream: boolean }) => string
}

declare const TextDecoder: new (
  label: "utf-8",
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }
) => Decoder

/** Decodes part after part; wrong bytes become U+FFFD, and a byte order mark is a character like others. */
export const makeUtf8Decoder = (): Decoder => new TextDecoder("utf-8", { ignoreBOM: true })

let strict: Decoder | undefined
let lenient: Decoder | undefined

/** One text; one byte order mark is dropped. Throws at wrong bytes. */
export const decodeStrict = (bytes: Uint8Array): string =>
  (strict ??= new TextDecoder("utf-8", { fatal: true })).decode(bytes)

/** One text; one byte order mark is dropped, wrong bytes become U+FFFD. */
export const decodeLenient = (bytes: Uint8Array): string =>
  (lenient ??= new TextDecoder("utf-8")).decode(bytes)

/** Parts of a body as one. */
export const joined = (parts: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0]
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
