// Requests that Node's parser or `requestSyntax` refuses before the router sees them: counted and logged.
import { AccessLog } from "@leadline/core/access-log"
import { refusalOf } from "@leadline/core/internal"
import { closedConnections, gateRefusals } from "@leadline/core/metrics"
import { ServerSettings } from "@leadline/core/server-settings"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { isAnswering } from "./nodeInternals.ts"
import { isClosing } from "./unreadBody.ts"

/** Why a request was refused, and with which status. */
interface Refused {
  readonly reason: "framing" | "headers" | "method" | "path" | "requests" | "slow" | "version"
  readonly status: number
}

const byStatus: { readonly [status: number]: Refused["reason"] } = {
  404: "path",
  405: "method",
  417: "headers",
  431: "headers",
  503: "requests",
  505: "version"
}

/** Refusals that Node answers by itself, where that is not 400 for the framing. */
const byCode: { readonly [code: string]: Refused } = {
  ERR_HTTP_REQUEST_TIMEOUT: { reason: "slow", status: 408 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { reason: "framing", status: 413 },
  HPE_HEADER_OVERFLOW: { reason: "headers", status: 431 },
  HPE_INVALID_METHOD: { reason: "method", status: 400 },
  HPE_INVALID_VERSION: { reason: "version", status: 400 },
  HPE_PAUSED_H2_UPGRADE: { reason: "version", status: 400 }
}

/** A failure of the parser; undefined: the connection broke, no request was refused. */
const ofParser = (error: unknown): Refused | undefined => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
  return byCode[code] ?? (code.startsWith("HPE_") ? { reason: "framing", status: 400 } : undefined)
}

/** Counts refusals, and gives each a line in the access log. */
export interface RejectedRequests {
  /** It was answered so, or closed unheard as what would be answered so. */
  readonly bySyntax: (request: IncomingMessage, status: number) => void
  /** So many connections were closed, because there are too many, or too many requests wait on one. */
  readonly byConnection: (reason: "address" | "full" | "pipeline" | "room", count: number) => void
  /** Node has given up on what came, and answers by itself. */
  readonly byParser: (error: unknown, socket: unknown) => void
}

/** {@link RejectedRequests} of a server that is built. */
export const makeRejectedRequests: Effect.Effect<RejectedRequests> = Effect.contextWith(
  (context: Context.Context<never>) => {
    const log = Context.get(context, AccessLog)
    const clock = Context.get(context, Clock.Clock)
    const count = ({ reason }: Refused) => gateRefusals({ reason }).updateUnsafe(1, context)
    const settings = Context.get(context, ServerSettings)
    const report = (method: string | undefined, { status }: Refused, socket: unknown) => {
      const remoteAddress = socket instanceof Socket ? socket.remoteAddress : undefined
      log?.(refusalOf(method, status, clock.currentTimeMillisUnsafe(), { remoteAddress, settings }))
    }
    return Effect.succeed({
      bySyntax: ({ method, socket }, status) => {
        const refused = { reason: byStatus[status] ?? "framing", status }
        count(refused)
        report(method, refused, socket)
      },
      byConnection: (reason, closed) => {
        if (closed > 0) closedConnections({ reason }).updateUnsafe(closed, context)
      },
      byParser: (error, socket) => {
        const refused = ofParser(error)
        if (refused === undefined || (Predicate.isObject(socket) && isClosing(socket))) return
        count(refused)
        // A request that waits for its answer has a line of its own.
        if (!isAnswering(socket)) report(undefined, refused, socket)
      }
    })
  }
)
