// Explains why the server cannot listen, by the names of its settings.
import type { ServeError } from "effect/http/HttpServerError"
import * as Predicate from "effect/Predicate"
import type { OperatorSettings } from "../settings/operator.ts"
import type { Settings } from "../settings/server.ts"
import { StartupError } from "../StartupError.ts"

/** The address that failed: the admin port's or the API's, with the names of its settings. */
const failedAddress = (cause: unknown, { host, port }: Settings, { admin }: OperatorSettings) => {
  const failedPort = Predicate.hasProperty(cause, "port") ? cause.port : undefined
  const failedHost = Predicate.hasProperty(cause, "hostname") ? cause.hostname : undefined
  return admin !== undefined &&
    failedPort !== port &&
    (failedPort === admin.port || failedHost === admin.host)
    ? { ...admin, hostName: "LEADLINE_ADMIN_HOST", portName: "LEADLINE_ADMIN_PORT" }
    : { host, port, hostName: "HOST", portName: "PORT" }
}

/** Maps the error of listening to a StartupError. */
export const toStartupError =
  (settings: Settings, operator: OperatorSettings) =>
  ({ cause }: ServeError) => {
    const { host, hostName, port, portName } = failedAddress(cause, settings, operator)
    const inUse =
      operator.admin?.port === settings.port
        ? `PORT and LEADLINE_ADMIN_PORT are both ${port}: set one of them to another number`
        : `${portName}: ${port} on ${host} is in use: stop the other program, or set ${portName} to another number`
    const reasons: { readonly [code: string]: string } = {
      EADDRINUSE: inUse,
      EACCES: `${portName}: permission denied for port ${port}: set ${portName} to a number above 1023`,
      EADDRNOTAVAIL: `${hostName}: ${host} is not an address of this machine`,
      ENOTFOUND: `${hostName}: the name ${host} is unknown`
    }
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
    return new StartupError({ message: reasons[code] ?? `Cannot listen on ${host}:${port} (${code})` })
  }
