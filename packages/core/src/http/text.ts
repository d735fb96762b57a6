import * as Effect from "effect/Effect"
export const decodeText = (bytes: Uint8Array) =>
  Effect.sync(() => new (globalThis as any).TextDecoder().decode(bytes) as string)
