// Who uses the page: a cookie of this origin, what was made in the session, and how fast it may call.

/** A key made in a session. The text stays on this side. */
export interface HeldKey {
  readonly name: string
  readonly text: string
  isRevoked: boolean
}

/** One visitor. */
export interface Session {
  readonly id: string
  readonly keys: Map<string, HeldKey>
  /** Takes one call out of the visitor's bucket; false: too fast. */
  readonly take: () => boolean
}

/** Sessions kept; the one unused longest goes first. */
const most = 5_000
/** Calls at once, and how many come back in a second. */
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
  /** The cookie for a visitor who has none. */
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
