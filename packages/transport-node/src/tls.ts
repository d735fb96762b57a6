// The TLS context of a client's certificates.
import * as Redacted from "effect/Redacted"
import type { SecureContext } from "node:tls"
import type { Pem, TlsOptions } from "./options.ts"

const buffer = (text: Pem): Buffer => (typeof text === "string" ? Buffer.from(text) : Buffer.from(text))

const authorities = (ca: Pem | ReadonlyArray<Pem>): Array<Buffer> =>
  typeof ca === "string" || ca instanceof Uint8Array ? [buffer(ca)] : ca.map(buffer)

/**
 * The TLS context of these options; only here is the key read. Throws a TypeError for invalid PEM.
 */
export const secureContext = ({ ca, cert, key }: TlsOptions): SecureContext => {
  try {
    // Loaded on demand, as loading it takes a while.
    return process.getBuiltinModule("node:tls").createSecureContext({
      ...(ca !== undefined && { ca: authorities(ca) }),
      ...(cert !== undefined && { cert: buffer(cert) }),
      ...(key !== undefined && { key: buffer(Redacted.isRedacted(key) ? Redacted.value(key) : key) })
    })
  } catch {
    throw new TypeError("tls: expected ca, cert and key as PEM, the key without passphrase")
  }
}
