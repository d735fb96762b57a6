// What the answers to all requests say: every check, from the list of what came back.
import { type Dialect, Recorder } from "./Check.ts"
import { type Answered, checkAnswers } from "./checkAnswers.ts"
import { checkRefusals } from "./checkRefusals.ts"
import { compareAnswers } from "./compareAnswers.ts"
import { type Exchange, lookUp, parsed } from "./received.ts"

const exact = 1e-9

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Evaluates what came back. `hasKey`: whether the checks of keys can be made. */
export const evaluate = (
  dialect: Dialect,
  model: string,
  hasKey: boolean,
  exchanges: ReadonlyArray<Exchange>
): Recorder => {
  const seen = new Recorder()
  const isLeadline = dialect === "leadline"
  const answered = new Map<string, Answered>()
  const lookup = lookUp(exchanges)
  const { isRefused, said, statusOf } = lookup

  /** Requests that servers with less may refuse. */
  const optional = new Set([
    "255 options",
    "10 levels",
    "most questions",
    "image",
    "single",
    "criteria",
    "criteria exchanged",
    "names",
    "array",
    "object"
  ])

  const readAnswer = ({ probe, received: found }: Exchange): void => {
    if (probe.ask === undefined) return
    if ("failure" in found || found.status !== 200) {
      if (!optional.has(probe.id)) seen.expect("form.status", false, said(probe.id))
      return
    }
    seen.expect("form.status", true, "")
    const body = parsed(found.text)
    const isJson = /^application\/json\b/i.test(found.headers["content-type"] ?? "") && body !== undefined
    seen.expect("form.json", isJson, `${probe.id}: ${found.headers["content-type"] ?? "no content type"}`)
    answered.set(probe.id, checkAnswers(seen, dialect, model, probe.ask, body))
    const id =
      found.headers["x-request-id"] ?? (isLeadline ? undefined : found.headers["x-typesafe-request-id"])
    seen.expect(
      "headers.request-id",
      id !== undefined && (!isLeadline || uuid.test(id)),
      `${probe.id}: ${id ?? "none"}`,
      !isLeadline
    )
    if (!isLeadline) return
    const limits = ["limit", "remaining", "used", "reset"].filter(
      (name) => !/^\d+$/.test(found.headers[`x-ratelimit-${name}`] ?? "")
    )
    seen.expect("headers.rate-limit", limits.length === 0, `${probe.id}: no x-ratelimit-${limits[0]}`)
  }

  const checkAccepted = (): void => {
    const accepts = (id: "limits.accepted" | "state.forms" | "options.names", probe: string) =>
      seen.expect(id, statusOf(probe) === 200, said(probe), !isLeadline && isRefused(probe))
    for (const probe of ["255 options", "10 levels", "most questions"]) accepts("limits.accepted", probe)
    // A model may read none.
    seen.expect("images.data-url", statusOf("image") === 200, said("image"), isRefused("image"))
    for (const probe of ["object", "array"]) accepts("state.forms", probe)
    accepts("options.names", "names")
    if (statusOf("names") === 200)
      seen.expect("options.names", answered.get("names")?.size === 2, "answers to odd names cannot be read")
    if (dialect === "openai-decisions") return
    const single = answered.get("single")
    const isSure =
      single?.size === 2 && [...single.values()].every(({ p }) => Math.abs((p[0] ?? 0) - 1) <= exact)
    seen.expect(
      "options.single",
      isSure,
      statusOf("single") === 200 ? "another probability" : said("single"),
      !isLeadline && isRefused("single")
    )
  }

  for (const exchange of exchanges) readAnswer(exchange)
  compareAnswers(seen, answered)
  checkAccepted()
  checkRefusals(seen, dialect, hasKey, lookup)
  return seen
}
