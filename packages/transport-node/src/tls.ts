// TLS certificates of the service and of the client.
import type { Check, Checks } from "@leadline/core/transport"
import * as Redacted from "effect/Redacted"
import type { SecureContext } from "node:tls"

/** PEM text. */
export type Pem = string | Uint8Array

/** Certificates for `https://`. */
export interface TlsOptions {
  /** Certificate authorities to trust instead of the built-in ones. */
  readonly ca?: Pem | ReadonlyArray<Pem> | undefined
  /** The client certificate with its chain, for services that require one. */
  readonly cert?: Pem | undefined
  /** The key of `cert`. */
  readonly key?: Pem | Redacted.Redacted<Pem> | undefined
  /** The server name to request and check, if it is not the base URL's host. */
  readonly servername?: string | undefined
}

/** {@link secureContext} checks its value. */
const pem: Check = ["PEM", () => true]

/** The check of each option. */
export const tlsOptions = {
  ca: pem,
  cert: pem,
  key: pem,
  servername: ["a host name", (value) => typeof value === "string"]
} satisfies Checks<TlsOptions>

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
    throw new TypeError(
      "tls: expected ca, cert and key as PEM, the key without a passphrase and fit for cert"
    )
  }
}
