// Node's cryptography as Effect services: random values, digests and HMAC.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import { createHash, createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"

const native = (hash: string) => hash.replace("-", "")

const digestLayer = Layer.succeed(Digest.Digest, {
  digest: ({ name }, data) => Effect.sync(() => createHash(native(name)).update(data).digest()),
  digestHex: ({ name }, data) => Effect.sync(() => createHash(native(name)).update(data).digest("hex"))
})

/**
 * Digest, Mac and SecureRandom. Digests and MACs are computed synchronously: Web Crypto would hand each key to another
 * thread while a transaction stays open.
 */
export const layer: Layer.Layer<Digest.Digest | Mac.Mac | SecureRandom.SecureRandom> = Layer.merge(
  digestLayer,
  Mac.layerWebCryptoWith({
    hmac: (hash, key, data) => createHmac(native(hash), key).update(data).digest()
  })
).pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
