// The demo as one fetch handler for every runtime.
import { assets } from "#assets"
import { inputPrice } from "@leadline/core/decisions"
import { makeForwarded } from "@leadline/core/internal"
import type { About } from "../protocol.ts"
import { makeAddressLimit } from "./addressLimit.ts"
import { answer, json, errorResponse, tooFast } from "./responses.ts"
import { readBytes, parseObject } from "./requestBody.ts"
import { call, isCall, isStream, replyOf, stream } from "./calls.ts"
import { faultList, runFault } from "./faults/runFault.ts"
import * as Backends from "./backends.ts"
import * as Keys from "./keys.ts"
import { openService, type Service, sourcePath } from "./service.ts"
import { makeSessions, type Session } from "./sessions.ts"
import type { Admin, Settings } from "./settings.ts"

type Route = (asked: {
  readonly service: Service
  readonly session: Session
  readonly request: Request
  readonly admin: Admin | undefined
}) => Promise<Response>

/** A page of another site cannot send this header: its preflight request is refused. */
const isSameOriginCall = (request: Request): boolean => {
  const site = request.headers.get("sec-fetch-site")
  return request.headers.get("x-demo") === "1" && (site === null || site === "same-origin")
}

/** A route whose body is a JSON object. */
const asking =
  (
    answered: (
      body: { readonly [name: string]: unknown },
      asked: Parameters<Route>[0]
    ) => Response | Promise<Response>
  ): Route =>
  async (asked) => {
    const bytes = await readBytes(asked.request)
    if (bytes === undefined) return errorResponse(413, "The request body is too large.")
    const body = parseObject(bytes)
    return body === undefined ? errorResponse(400, "Expected a JSON object.") : answered(body, asked)
  }

/** Against DNS rebinding: only localhost, IP addresses and the names in HOSTS are answered. */
const isAllowedHost = ({ hostname }: URL, { hosts }: Settings): boolean =>
  /^(?:.+\.)?localhost$|^[\d.]+$|^\[/.test(hostname) || hosts.includes(hostname)

const found = (value: unknown): Response =>
  value === undefined ? errorResponse(404, "Not found. Reload the page.") : json(value)

const withoutAdmin = () => errorResponse(404, "The demo has no operator token.")

const routes: { readonly [route: string]: Route } = {
  "POST /api/call": asking(async ({ operation, request: asked }, { request, service }) =>
    isCall(operation)
      ? json(await call(service.client, operation, asked, request.signal))
      : errorResponse(400, "operation: unknown")
  ),
  "POST /api/stream": asking(({ operation, request: asked }, { service }) =>
    isStream(operation)
      ? answer(stream(service.client, operation, asked), 200, {
          "content-type": "application/x-ndjson",
          "cache-control": "no-store",
          "x-accel-buffering": "no"
        })
      : errorResponse(400, "operation: unknown")
  ),
  "POST /api/fault": asking(async ({ id }, { service }) => found(await runFault(service, id))),
  "GET /api/backends": ({ admin, request }) =>
    admin === undefined ? Promise.resolve(withoutAdmin()) : Backends.routes(admin, request.signal),
  "POST /api/backends/check": ({ admin, request }) =>
    admin === undefined ? Promise.resolve(withoutAdmin()) : Backends.check(admin, request.signal),
  "GET /api/keys": ({ session }) => Promise.resolve(json(Keys.list(session))),
  "POST /api/keys": asking(async ({ name }, { service, session }) =>
    json(await Keys.create(service, session, name))
  ),
  "POST /api/keys/revoke": asking(async ({ handle }, { service, session }) =>
    found(await Keys.revoke(service, session, handle))
  ),
  "POST /api/keys/test": asking(async ({ handle }, { service, session }) =>
    found(await Keys.test(service, session, handle))
  ),
  "POST /api/skills": async ({ request, service }) => {
    const file = await readBytes(request)
    if (file === undefined) return errorResponse(413, "The file is too large.")
    const query = new URL(request.url).searchParams
    const skill_id = query.get("skill_id")
    const expected_revision = query.get("expected_revision") ?? ""
    const { skills } = service.client
    const made =
      skill_id === null ? skills.create({ file }) : skills.update({ skill_id, expected_revision, file })
    return json(await replyOf(made))
  }
}

interface Versions {
  readonly [name: string]: string | undefined
}

/** Name and version of the runtime, where it has them. */
const runtime = (): string => {
  const { process } = globalThis as { readonly process?: { readonly versions?: Versions } }
  const { bun, deno, node }: Versions = process?.versions ?? {}
  if (deno !== undefined) return `Deno ${deno}`
  if (bun !== undefined) return `Bun ${bun}`
  if (node !== undefined) return `Node.js ${node}`
  return typeof navigator === "undefined" ? "" : navigator.userAgent
}

/** A file of the page, with a session cookie if one is given. */
const asset = (path: string, request: Request, cookie: string | undefined): Response | undefined => {
  const file = Object.hasOwn(assets, path) ? assets[path] : undefined
  if (file === undefined) return undefined
  const headers = { etag: file.tag, "cache-control": "no-cache", ...(cookie && { "set-cookie": cookie }) }
  return request.headers.get("if-none-match") === file.tag && cookie === undefined
    ? answer(null, 304, headers)
    : answer(request.method === "HEAD" ? null : file.text, 200, { ...headers, "content-type": file.type })
}

/** The demo. The first call opens the service; a failure to open it is retried by the next call. */
export const makeHandler = (settings: Settings) => {
  const sessions = makeSessions()
  const forwarded = makeForwarded(settings.proxies)
  const waitOf = makeAddressLimit(settings.requestsPerMinute)
  let opened: Promise<Service> | undefined
  const open = () =>
    (opened ??= openService(settings).catch((error: unknown) => {
      opened = undefined
      throw error
    }))

  const api = async (request: Request, route: Route): Promise<Response> => {
    if (!isSameOriginCall(request)) return errorResponse(403, "Only the demo's own page may call this API.")
    const session = sessions.find(request)
    if (session === undefined)
      return errorResponse(401, "Your session is no longer known to the demo server.")
    if (!session.take()) return tooFast("This session sent too many requests.", 1)
    return route({ service: await open(), session, request, admin: settings.admin })
  }

  const about = (): About => ({
    baseUrl: settings.baseUrl,
    runtime: runtime(),
    decisionsPrice: inputPrice,
    faults: faultList,
    hasAdmin: settings.admin !== undefined
  })

  /** A document that search covers, as plain text. */
  const source = async (pathname: string): Promise<Response> => {
    const text = await (await open()).source?.(pathname.slice(sourcePath.length))
    return text === undefined
      ? errorResponse(404, "Document not found.")
      : answer(text, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" })
  }

  const respond = async (request: Request, peer: string | undefined): Promise<Response> => {
    const headers = { "x-forwarded-for": request.headers.get("x-forwarded-for") ?? undefined }
    const { remoteAddress: address } = forwarded({ headers, remoteAddress: peer })
    const wait = waitOf(address)
    if (wait !== undefined) return tooFast("Your address sent too many requests.", wait)
    const url = new URL(request.url)
    const { pathname } = url
    if (!isAllowedHost(url, settings))
      return errorResponse(403, `The host name ${url.hostname} is not allowed. Add it to HOSTS.`)
    const isReading = request.method === "GET" || request.method === "HEAD"
    if (isReading && pathname === "/api/about") return json(about())
    const route = `${request.method} ${pathname}`
    const own = Object.hasOwn(routes, route) ? routes[route] : undefined
    if (own !== undefined) return api(request, own)
    if (isReading && pathname.startsWith(sourcePath)) return source(pathname)
    const cookie =
      (pathname === "/" || pathname === "/reviews") && sessions.find(request) === undefined
        ? sessions.open(address)
        : undefined
    return (isReading ? asset(pathname, request, cookie) : undefined) ?? errorResponse(404, "Not found.")
  }

  return {
    /** Answers a request from the address of its connection, where the runtime knows it. */
    fetch: (request: Request, address?: string): Promise<Response> =>
      respond(request, address).catch((error: unknown) => {
        console.error(error)
        const message =
          error instanceof Error && error.message.startsWith("This runtime") ? error.message : undefined
        return errorResponse(message === undefined ? 500 : 503, message ?? "See the log of the demo server.")
      }),
    close: async () => {
      const service = await opened?.catch(() => undefined)
      await service?.close()
    }
  }
}
