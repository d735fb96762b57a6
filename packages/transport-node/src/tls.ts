// How the service is trusted, and what is shown to it.
import * as Redacted from "effect/Redacted"
import type { SecureContext } from "node:tls"

/** PEM text. */
export type Pem = string | Uint8Array

/** Trust and identity on `https://`. */
export interface TlsOptions {
  /** Authorities to trust in place of the built-in ones. */
  readonly ca?: Pem | ReadonlyArray<Pem> | undefined
  /** The client's own certificate with its chain, for services that ask for one. */
  readonly cert?: Pem | undefined
  /** The key of `cert`. */
  readonly key?: Pem | Redacted.Redacted<Pem> | undefined
  /** The name asked for and checked, where it is not the base URL's host. */
  readonly servername?: string | undefined
}

const buffer = (pem: Pem): Buffer => (typeof pem === "string" ? Buffer.from(pem) : Buffer.from(pem))

const authorities = (ca: Pem | ReadonlyArray<Pem>): Array<Buffer> =>
  typeof ca === "string" || ca instanceof Uint8Array ? [buffer(ca)] : ca.map(buffer)

/**
 * What connections need of these options; the key is read here and kept nowhere else. Throws a TypeError for what is
 * no PEM.
 */
export const secureContext = ({ ca, cert, key }: TlsOptions): SecureContext => {
  try {
    // Loaded by those who need it: it takes a while.
    return process.getBuiltinModule("node:tls").createSecureContext({
      ...(ca !== undefined && { ca: authorities(ca) }),
      ...(cert !== undefined && { cert: buffer(cert) }),
      ...(key !== undefined && { key: buffer(Redacted.isRedacted(key) ? Redacted.value(key) : key) })
    })
  } catch {
    throw new TypeError(
      "tls: expected ca, cert and key as PEM, the key without a passphrase and fit for cert"
    )
  }
}
