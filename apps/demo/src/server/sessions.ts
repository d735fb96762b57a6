// Sessions of the page: a cookie, the keys created in it, and a rate limit.

/** A key created in a session. Its secret never leaves the server again. */
export interface HeldKey {
  readonly name: string
  readonly text: string
  isRevoked: boolean
}

/** One visitor. */
export interface Session {
  readonly id: string
  readonly keys: Map<string, HeldKey>
  /** Takes one call from the session's token bucket. False: over the rate limit. */
  readonly take: () => boolean
}

/** Sessions kept. The least recently used goes first. */
const most = 5_000
/** Size of the token bucket, and tokens added per second. */
const burst = 60
const perSecond = 10

const makeBucket = (now: () => number) => {
  let left = burst
  let at = now()
  return () => {
    const since = now() - at
    at += since
    left = Math.min(burst, left + (since / 1000) * perSecond)
    if (left < 1) return false
    left--
    return true
  }
}

const name = "leadline_demo"

/** All sessions of this process. */
export const makeSessions = (now: () => number = () => performance.now()) => {
  const known = new Map<string, Session>()
  const find = (request: Request): Session | undefined => {
    const cookies = (request.headers.get("cookie") ?? "").split("; ")
    const id = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
    const session = id === undefined ? undefined : known.get(id)
    if (session === undefined) return undefined
    known.delete(session.id)
    known.set(session.id, session)
    return session
  }
  /** Opens a session: its `Set-Cookie` header. */
  const open = (): string => {
    const id = crypto.randomUUID()
    known.set(id, { id, keys: new Map(), take: makeBucket(now) })
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    return `${name}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200`
  }
  return { find, open }
}
