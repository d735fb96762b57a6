// Opens a connection and reports its phases.
import type { buildConnector } from "undici"
import type { Phase } from "@leadline/core/errors"
import type { LookupFunction } from "node:net"
import type { SecureContext } from "node:tls"
import { addressTimeout, connectTimeout } from "./clientDefaults.ts"

/** A connection that is being opened. */
export interface PendingConnection {
  /** Abandons it; its callback receives the cause. */
  readonly destroy: (cause: Error) => void
}

/** The target of a connection. */
export type ConnectTarget = buildConnector.Options

/** Opens a connection. Reports `dns`, `connect` and `tls` when it reaches them. */
export type Connect = (
  target: ConnectTarget,
  onPhase: (phase: Phase) => void,
  callback: buildConnector.Callback
) => PendingConnection

/** How connections are opened. */
export interface ConnectOptions {
  readonly secureContext?: SecureContext | undefined
  readonly servername?: string | undefined
  readonly socketPath?: string | undefined
  readonly http2?: boolean | undefined
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly lookup?: LookupFunction | undefined
}

const nothing: PendingConnection = { destroy: () => undefined }

/**
 * Connects directly to the target, or to a Unix socket. Each dead address of a host costs 250 ms. `make` is that of
 * undici.
 */
export const makeDirectConnect = (make: typeof buildConnector, options: ConnectOptions): Connect => {
  const { http2 = false, lookup, secureContext, servername, socketPath, timeout = connectTimeout } = options
  const { isIP, Socket } = process.getBuiltinModule("node:net")
  const connector = make({
    timeout,
    allowH2: http2,
    preferH2: http2,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTimeout,
    ...(secureContext && { secureContext }),
    ...(servername !== undefined && { servername }),
    ...(socketPath !== undefined && { socketPath }),
    ...(lookup !== undefined && { lookup })
  })
  return (target, onPhase, callback) => {
    const socket: unknown = connector(target, callback)
    if (!(socket instanceof Socket)) return nothing
    if (target.httpSocket !== undefined) {
      onPhase("tls")
      return socket
    }
    if (socketPath === undefined && isIP(target.hostname) === 0) {
      onPhase("dns")
      socket.once("lookup", () => onPhase("connect"))
    }
    if (target.protocol === "https:") socket.once("connect", () => onPhase("tls"))
    return socket
  }
}
