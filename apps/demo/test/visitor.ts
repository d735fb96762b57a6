// A visitor of the demo: a session, and calls as the page makes them.
import { readSettings } from "../src/server/settings.ts"
import { makeHandler } from "../src/server/handler.ts"

type Fetch = (request: Request) => Promise<Response>

/** The origin of a demo in memory. */
export const origin = "http://localhost:8000"

/** A demo in memory. Without variables it runs its own service, and has no limit by address. */
export const demo = (environment: { readonly [name: string]: string } = { REQUESTS_PER_MINUTE: "0" }) =>
  makeHandler(readSettings(environment))

/** The session cookie of a response. */
export const cookieOf = (page: Response): string => (page.headers.get("set-cookie") ?? "").split(";")[0] ?? ""

/** Calls of one session. */
export const visit = async (fetch: Fetch, at = origin) => {
  const page = await fetch(new Request(`${at}/`))
  const headers = { cookie: cookieOf(page), "x-demo": "1" }
  const get = (path: string) => fetch(new Request(at + path, { headers }))
  const post = (path: string, body: unknown, more: RequestInit = {}) =>
    fetch(new Request(at + path, { method: "POST", body: JSON.stringify(body), ...more, headers }))
  return { page, headers, get, post }
}

/** A decision as the page asks for it. */
export const decision = {
  operation: "decisions.create",
  request: {
    model: "decider-27b",
    state: "The parcel never came.",
    questions: { lost: { type: "noul", instructions: "Is something lost?" } }
  }
}

/** A chat as the page asks for it. */
export const chat = {
  operation: "chat.stream",
  request: { model: "sonar", messages: [{ role: "user", content: "What is a noul?" }] }
}
