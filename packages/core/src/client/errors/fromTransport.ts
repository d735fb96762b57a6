// The failure of an exchange that broke, classified by the innermost code of the transport's error.
// The codes are those of Node, OpenSSL, llhttp and undici.
import * as Predicate from "effect/Predicate"
import * as ApiError from "../../errors/ApiError.ts"
import { maxCauseDepth } from "../defaults.ts"

type Reason = NonNullable<ApiError.ConnectionError["reason"]>

/** The first match counts. A row's phase replaces the phase that the transport reported. */
const reasons: ReadonlyArray<readonly [pattern: RegExp, reason: Reason, phase?: ApiError.Phase]> = [
  [/^(ENOTFOUND|EAI_)/, "notFound", "dns"],
  [/^ECONNREFUSED/, "refused", "connect"],
  [/^E((HOST|NET)(UNREACH|DOWN)|ADDRNOTAVAIL)/, "unknown", "connect"],
  [
    /^(CERT_|UNABLE_TO_|PATH_LENGTH_EXCEEDED|\w+_CERT(_|$)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/,
    "certificate",
    "tls"
  ],
  [/^(ERR_PROXY|UND_ERR_PRX)_/, "proxy", "connect"],
  [/^(EPROTO|ERR_(SSL|TLS)_)/, "protocol", "tls"],
  [/^(ECONN(RESET|ABORTED)|EPIPE|ERR_HTTP2_)/, "reset"],
  [/^(UND_ERR_(SOCKET|INFO|CLOSED|DESTROYED)|HPE_(INVALID_EOF_STATE|CLOSED_CONNECTION))/, "closed"],
  [/^(HPE|UND_ERR|Z|ERR_)_/, "protocol"]
]

const timeouts = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

const messages: { readonly [R in Reason]?: string } = {
  notFound: "The host name does not resolve: check the base URL or proxy.",
  refused: "The connection was refused: check the base URL or proxy.",
  reset: "The connection was reset.",
  closed: "The connection was closed early.",
  protocol: "The response is not valid HTTP: check the base URL.",
  certificate: "The server's certificate is not trusted.",
  proxy: "The proxy refused the connection."
}

/** The code of an error. Some errors of undici have none, or a less specific one. */
const codeAt = ({ code, message, name }: { readonly [key: string]: unknown }): string | undefined => {
  if (String(message).startsWith("Proxy response (")) return "ERR_PROXY_"
  if (/^bad (response|upgrade)$/.test(String(message))) return "HPE_"
  if (typeof code === "string") return code
  return name === "HTTPParserError" ? "HPE_" : undefined
}

/** An error and its causes, innermost last. */
const causesOf = (cause: unknown, depth = 0): ReadonlyArray<{ readonly [key: string]: unknown }> =>
  depth < maxCauseDepth && Predicate.isObject(cause) ? [cause, ...causesOf(cause["cause"], depth + 1)] : []

/** The innermost code of a transport's error; undefined without one. */
export const codeOf = (cause: unknown): string | undefined =>
  causesOf(cause)
    .map(codeAt)
    .findLast((code) => code !== undefined)

const standardProperties = /^(name|message|stack|code|errno|syscall|cause|errors)$/

/** Adds a cause, and keeps its other properties, such as bytes that could not be parsed, out of logs. */
export const withCause = <E extends ApiError.ApiError>(error: E, cause: unknown): E => {
  for (const one of causesOf(cause))
    for (const key of Object.keys(one))
      if (!standardProperties.test(key)) Reflect.defineProperty(one, key, { enumerable: false })
  return cause === undefined
    ? error
    : Object.defineProperty(error, "cause", { value: cause, configurable: true })
}

/** True: in this phase nothing of the request has been sent. */
export const isUnsent = (phase: ApiError.Phase): boolean =>
  phase === "request" || phase === "dns" || phase === "connect" || phase === "tls"

/** The failure of a broken exchange. `phase` is the last one the transport reported. */
export const fromTransport = (cause: unknown, phase: ApiError.Phase): ApiError.ApiError => {
  const code = codeOf(cause) ?? ""
  if (code === "ERR_INVALID_URL") {
    return new ApiError.InvalidRequestError({
      message: "The URL is not valid: check the base URL.",
      phase: "request"
    })
  }
  if (timeouts.test(code)) {
    const where = isUnsent(phase) || code === "UND_ERR_CONNECT_TIMEOUT" ? "connect" : phase
    return withCause(
      new ApiError.DeadlineExceededError({
        message: "The connection timed out.",
        phase: where,
        sent: where !== "connect"
      }),
      cause
    )
  }
  const [, reason, where = phase] = reasons.find(([pattern]) => pattern.test(code)) ?? [
    undefined,
    "unknown" as const
  ]
  return withCause(
    new ApiError.ConnectionError({
      message:
        reason === "protocol" && where === "tls"
          ? "The TLS handshake failed: does this port speak TLS? Check the base URL."
          : (messages[reason] ?? "The connection failed."),
      reason,
      phase: where,
      sent: !isUnsent(where)
    }),
    cause
  )
}
