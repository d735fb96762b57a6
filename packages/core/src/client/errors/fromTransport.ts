// The failure of an exchange that broke, classified by the innermost code of the transport's error.
// The codes are those of Node, OpenSSL, llhttp and undici.
import * as Predicate from "effect/Predicate"
import * as ApiError from "../../errors/ApiError.ts"
import { maxCauseDepth } from "../defaults.ts"

type Reason = NonNullable<ApiError.ConnectionError["reason"]>

/** The first match counts. A row's phase replaces the phase that the transport reported. */
const reasons: ReadonlyArray<readonly [pattern: RegExp, reason: Reason, phase?: ApiError.Phase]> = [
  [/^(ENOTFOUND|EAI_\w+)$/, "notFound", "dns"],
  [/^ECONNREFUSED$/, "refused", "connect"],
  [/^E((HOST|NET)(UNREACH|DOWN)|ADDRNOTAVAIL)$/, "unknown", "connect"],
  [
    /^(CERT_\w+|UNABLE_TO_\w+|PATH_LENGTH_EXCEEDED|\w+_CERT(_\w+)?|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))$/,
    "certificate",
    "tls"
  ],
  [/^(ERR_PROXY|UND_ERR_PRX)_\w+$/, "proxy", "connect"],
  [/^(EPROTO|ERR_(SSL|TLS)_\w+)$/, "protocol", "tls"],
  [/^(ECONN(RESET|ABORTED)|EPIPE|ERR_HTTP2_\w+)$/, "reset"],
  [/^(UND_ERR_(SOCKET|INFO|CLOSED|DESTROYED)|HPE_(INVALID_EOF_STATE|CLOSED_CONNECTION))$/, "closed"],
  [/^(HPE_\w+|UND_ERR_\w+|Z_\w+|ERR__\w+)$/, "protocol"]
]

const timeouts = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

const messages: { readonly [R in Reason]: string } = {
  notFound: "The host name does not resolve: check the base URL.",
  refused: "The connection was refused: check the base URL.",
  reset: "The connection was reset.",
  closed: "The connection was closed before the response was complete.",
  protocol: "The response is not valid HTTP: check the base URL.",
  certificate: "The server's certificate is not trusted.",
  proxy: "The proxy refused the connection.",
  badGateway: "The service could not reach its model.",
  unknown: "The connection failed."
}

/** Errors of undici that have no code, or a less specific one. */
const codesByMessage: ReadonlyArray<readonly [message: RegExp, code: string]> = [
  [/^bad (response|upgrade)$/, "HPE_UNNAMED"],
  [/^Proxy response \(/, "ERR_PROXY_TUNNEL"]
]

const codeAt = (cause: { readonly [key: string]: unknown }): string | undefined => {
  const { code, message, name } = cause
  const known = typeof message === "string" && codesByMessage.find(([pattern]) => pattern.test(message))
  if (known) return known[1]
  if (typeof code === "string") return code
  return name === "HTTPParserError" ? "HPE_UNNAMED" : undefined
}

/** An error and its causes, innermost last. */
const causesOf = (cause: unknown) => {
  const causes = []
  for (; causes.length < maxCauseDepth && Predicate.isObject(cause); cause = cause["cause"])
    causes.push(cause)
  return causes
}

/** The innermost code of a transport's error; undefined without one. */
export const codeOf = (cause: unknown): string | undefined =>
  causesOf(cause)
    .map(codeAt)
    .findLast((code) => code !== undefined)

const standardProperties = /^(name|message|stack|code|errno|syscall|cause|errors)$/

/** Keeps other properties, such as bytes that could not be parsed, out of logs. */
const hideExtraProperties = (cause: unknown): void => {
  for (const one of causesOf(cause)) {
    for (const key of Object.keys(one)) {
      if (!standardProperties.test(key)) Reflect.defineProperty(one, key, { enumerable: false })
    }
  }
}

const withCause = <E extends ApiError.ApiError>(error: E, cause: unknown): E => {
  hideExtraProperties(cause)
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
      message: "The URL of the request is not valid: check the base URL.",
      phase: "request"
    })
  }
  if (timeouts.test(code)) {
    const where = isUnsent(phase) || code === "UND_ERR_CONNECT_TIMEOUT" ? "connect" : phase
    const message = where === "connect" ? "The connection timed out." : "The connection became silent."
    return withCause(
      new ApiError.DeadlineExceededError({ message, phase: where, sent: where !== "connect" }),
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
          : messages[reason],
      reason,
      phase: where,
      sent: !isUnsent(where)
    }),
    cause
  )
}
