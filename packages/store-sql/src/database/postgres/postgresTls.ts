// TLS of a PostgreSQL connection, by the standard parameters of its URL.
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { StoreError } from "../StoreError.ts"

const modes = ["disable", "require", "verify-ca", "verify-full"]

const failed = (message: string) => new StoreError({ message: `The database URL: ${message}.` })

const readPem = (parameters: URLSearchParams, name: string): string | undefined => {
  const path = parameters.get(name)
  if (path === null) return undefined
  try {
    return readFileSync(path, "utf8")
  } catch {
    throw failed(`the file of ${name} cannot be read`)
  }
}

/**
 * The TLS options of a URL: `sslmode`, `sslrootcert`, `sslcert` and `sslkey`. False: no TLS. `require` checks the
 * certificate, too, by the authorities of Node or of `sslrootcert`; `verify-ca` accepts another host name. Throws a
 * {@link StoreError} for other modes, which fall back to no TLS, and for files that cannot be read.
 */
export const tlsOf = (url: URL): ConnectionOptions | false => {
  const mode = url.searchParams.get("sslmode") ?? "disable"
  if (!modes.includes(mode)) throw failed(`sslmode must be one of ${modes.join(", ")}`)
  if (mode === "disable") return false
  const [ca, cert, key] = ["sslrootcert", "sslcert", "sslkey"].map((name) => readPem(url.searchParams, name))
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {})
  }
}
