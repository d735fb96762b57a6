// Decodes UTF-8 with `TextDecoder`, a global of every supported runtime. Beyond ECMAScript core uses only it, `TextEncoder`,
// `atob`, timers for deadlines, and, in helpers/streams, `Response`.

interface Decoder {
  readonly decode: (bytes?: Uint8Array, options?: { readonly stream: boolean }) => string
}

declare const TextDecoder: new (
  label: "utf-8",
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }
) => Decoder

/** A streaming decoder: invalid bytes become U+FFFD, and a byte order mark is kept. */
export const makeUtf8Decoder = (): Decoder => new TextDecoder("utf-8", { ignoreBOM: true })

declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }

let encoder: { readonly encode: (text: string) => Uint8Array } | undefined

/** The bytes of a text. */
export const encodeText = (text: string): Uint8Array => (encoder ??= new TextEncoder()).encode(text)

/** The bytes of a piece of a body. */
export const bytesOf = (piece: string | Uint8Array): Uint8Array =>
  typeof piece === "string" ? encodeText(piece) : piece

let strict: Decoder | undefined
let lenient: Decoder | undefined

/** A whole text, without a byte order mark. Throws at invalid bytes. */
export const decodeStrict = (bytes: Uint8Array): string =>
  (strict ??= new TextDecoder("utf-8", { fatal: true })).decode(bytes)

/** A whole text, without a byte order mark. Invalid bytes become U+FFFD. */
export const decodeLenient = (bytes: Uint8Array): string =>
  (lenient ??= new TextDecoder("utf-8")).decode(bytes)
