// The border to the runtime's cryptography: randomness, digests, and HMAC on native code.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import { createHash, createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Digest from "effect/crypto/Digest"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"

const native = (hash: string) => hash.replace("-", "")

const digests = Layer.succeed(Digest.Digest, {
  digest: ({ name }, data) => Effect.sync(() => createHash(native(name)).update(data).digest()),
  digestHex: ({ name }, data) => Effect.sync(() => createHash(native(name)).update(data).digest("hex"))
})

/**
 * Effect's services on this runtime. All runs in place: with Web Crypto each key would visit another
 * thread, and a transaction would stay open meanwhile.
 */
export const layer: Layer.Layer<Digest.Digest | Mac.Mac | SecureRandom.SecureRandom> = Layer.merge(
  digests,
  Mac.layerWebCryptoWith({
    hmac: (hash, key, data) => createHmac(native(hash), key).update(data).digest()
  })
).pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
