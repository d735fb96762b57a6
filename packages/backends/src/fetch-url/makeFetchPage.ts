// Reads pages of the web as text. Against SSRF: public addresses only, redirects checked one by one, within bytes and time.
// Source: §4.7; Assumed: ours, the limits.
import { makeLogThrottle, type Resumable, runCooperatively, yieldFairly } from "@leadline/core/internal"
import type { Transport } from "@leadline/core/transport"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { decodeText } from "./decodeText.ts"
import { type Downloaded, download } from "./download.ts"
import type { FetchedPage, FetchPage } from "./FetchPage.ts"
import type { htmlText as HtmlText } from "./htmlText.ts"
import * as limits from "./limits.ts"
import { isAllowedBy } from "./robots.ts"
import { type PageUrl, parseUrl } from "./parseUrl.ts"

/** The parts that a runtime supplies. */
export interface WebAccess {
  /** It must connect to public addresses only, whatever a name resolves to, and not follow redirects. */
  readonly transport: Transport["Service"]
  /** May a host of a URL be connected to? False for this machine and for addresses that are not public. */
  readonly isPublicHost: (hostname: string) => boolean
}

const textTypes = /^(?:text\/(?:plain|markdown|x-markdown)|application\/(?:json|[\w.+-]+\+json))$/
const htmlTypes = /^(?:text\/html|application\/xhtml\+xml)$/

const typeOf = (contentType: string): string => (contentType.split(";")[0] ?? "").trim().toLowerCase()

const problemOf = (contentType: string): string | undefined => {
  const type = typeOf(contentType)
  return htmlTypes.test(type) || textTypes.test(type) ? undefined : "it is no text"
}

type Ports = ReadonlyArray<number>

const problemOfUrl = (url: PageUrl, { isPublicHost }: WebAccess, more: Ports): string | undefined => {
  const ports = [...limits.ports, ...more]
  if (url.protocol !== "http:" && url.protocol !== "https:") return "its address is neither http nor https"
  if (url.username !== "" || url.password !== "") return "its address holds credentials"
  if (url.href.length > limits.urlLength) return "its address is too long"
  if (url.port !== "" && !ports.includes(Number(url.port))) return `its port is none of ${ports.join(", ")}`
  return isPublicHost(url.hostname) ? undefined : "its address is not public"
}

/** How refused addresses are logged: each reason every ten seconds at most, without the address. */
const makeLogRefusal = () => {
  const throttles = new Map<string, ReturnType<typeof makeLogThrottle>>()
  return (reason: string) => {
    const throttled = throttles.get(reason) ?? makeLogThrottle()
    throttles.set(reason, throttled)
    return throttled(Effect.logWarning(`A model asked fetch_url for a page that is refused: ${reason}`))
  }
}

interface Guarded extends WebAccess {
  readonly logRefusal: ReturnType<typeof makeLogRefusal>
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

interface Found {
  readonly url: PageUrl
  readonly response: Downloaded
}

/** Downloads an address, and where it leads. `check` is asked before each request. */
const follow = Effect.fnUntraced(function* (
  access: Guarded,
  address: string,
  ports: Ports,
  maxBytes: number,
  accepts: (contentType: string) => string | undefined,
  check: (url: PageUrl) => Effect.Effect<void, string>
): Effect.fn.Return<Found, string> {
  let url = parseUrl(address)
  for (let hop = 0; hop <= limits.redirects; hop++) {
    if (url === undefined) return yield* Effect.fail("its address cannot be read")
    const problem = problemOfUrl(url, access, ports)
    if (problem !== undefined) {
      yield* access.logRefusal(problem)
      return yield* Effect.fail(problem)
    }
    yield* check(url)
    // A fragment is not for the server.
    const target = url.href.replace(/#.*$/, "")
    const response = yield* download(access.transport, { url: target, maxBytes, problemOf: accepts })
    const { location } = response.headers
    if (!isRedirect(response.status) || location === undefined) return { url, response }
    url = parseUrl(location, url.href)
  }
  return yield* Effect.fail("it redirects too often")
})

/** The robots.txt of a site; empty where it has none. Fails where it cannot be read. */
const readRobots = Effect.fnUntraced(function* (
  access: Guarded,
  origin: string,
  ports: Ports
): Effect.fn.Return<string, string> {
  const unreadable = "the robots.txt of its site cannot be read"
  const { response } = yield* follow(
    access,
    `${origin}/robots.txt`,
    ports,
    limits.robotsBytes,
    () => undefined,
    () => Effect.void
  ).pipe(Effect.mapError(() => unreadable))
  const { bytes, headers, status } = response
  // A site without robots.txt allows all; one that fails may forbid all.
  if (status >= 500) return yield* Effect.fail(unreadable)
  return status >= 200 && status <= 299
    ? Array.from(decodeText(bytes, headers["content-type"] ?? "charset=utf-8")).join("")
    : ""
})

/** Asks the site of a page whether it may be read, each site once in ten minutes. */
const makeRobotsCheck = (access: Guarded) => {
  const known = new Map<string, { readonly text: string; readonly until: number }>()
  return Effect.fnUntraced(function* (
    { origin, pathname, search }: PageUrl,
    ports: Ports
  ): Effect.fn.Return<void, string> {
    const now = yield* Clock.currentTimeMillis
    const kept = known.get(origin)
    const isFresh = kept !== undefined && now < kept.until
    const text = isFresh ? kept.text : yield* readRobots(access, origin, ports)
    if (!isFresh) {
      known.delete(origin)
      known.set(origin, { text, until: now + limits.robotsAge })
      const oldest = known.keys().next()
      if (known.size > limits.robotsSites && oldest.done !== true) known.delete(oldest.value)
    }
    const isAllowed = yield* runCooperatively(isAllowedBy(text, pathname + search))
    if (!isAllowed) return yield* Effect.fail("its site does not allow it")
  })
}

/** The beginning of a text, up to what is kept of a page. */
function* plainText(pieces: Iterable<string>): Resumable<string> {
  let text = ""
  for (const piece of pieces) {
    text = (text + piece).trimStart()
    if (text.length >= limits.textLength) break
    yield
  }
  return text.slice(0, limits.textLength).trimEnd()
}

/** The reader of HTML is loaded with the first page. */
const loadHtml = Effect.promise(() => import("./htmlText.ts"))

function* toPage(
  { response: { bytes, headers }, url }: Found,
  htmlText: typeof HtmlText
): Resumable<FetchedPage> {
  const contentType = headers["content-type"] ?? ""
  const pieces = decodeText(bytes, contentType)
  if (!htmlTypes.test(typeOf(contentType)))
    return { url: url.href, title: url.href, text: yield* plainText(pieces) }
  const page = yield* htmlText(pieces)
  return { url: url.href, title: page.title || url.href, text: page.text }
}

/** Makes what reads pages. */
export const makeFetchPage = (web: WebAccess): FetchPage => {
  const access = { ...web, logRefusal: makeLogRefusal() }
  const checkRobots = makeRobotsCheck(access)
  return (address, { ports = [], respectRobots }) => {
    const check = (url: PageUrl) => (respectRobots ? checkRobots(url, ports) : Effect.void)
    return follow(access, address, ports, limits.pageBytes, problemOf, check).pipe(
      Effect.flatMap((found) => {
        const { status } = found.response
        return status < 200 || status > 299
          ? Effect.fail(`its server answered ${status}`)
          : // Pages of one call may arrive at once.
            Effect.flatMap(Effect.andThen(yieldFairly, loadHtml), ({ htmlText }) =>
              runCooperatively(toPage(found, htmlText))
            )
      }),
      Effect.filterOrFail(
        ({ text }) => text !== "",
        () => "it has no text"
      ),
      Effect.timeoutOrElse({
        duration: limits.timeout,
        orElse: () => Effect.fail("it takes too long")
      })
    )
  }
}
