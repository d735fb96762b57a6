// Checks what is refused: by which status, and with a reason.
import type { CheckId, Dialect, Recorder } from "./Check.ts"
import { objectOf } from "./dialects.ts"
import { type Lookup, parsed, textsIn } from "./received.ts"

/** Checks the requests that must be refused. `hasKey`: whether the checks of keys can be made. */
export const checkRefusals = (
  seen: Recorder,
  dialect: Dialect,
  hasKey: boolean,
  { isRefused, received, said, statusOf }: Lookup
): void => {
  const isLeadline = dialect === "leadline"
  /** The reason in a refusal; `known`: in a form of known servers of System One. */
  const reasonIn = (text: string): "ours" | "known" | undefined => {
    const body = parsed(text)
    const { detail, error } = objectOf(body)
    const object = objectOf(error)
    const isOurs = typeof object["message"] === "string" && typeof object["type"] === "string"
    if (isOurs || (dialect === "system-one" && Array.isArray(detail))) return "ours"
    return textsIn(body).length > 0 || Array.isArray(detail) ? "known" : undefined
  }

  const refuses = (id: CheckId, probe: string, tolerates: boolean, statuses: ReadonlyArray<number>) => {
    const status = statusOf(probe)
    const holds = status !== undefined && statuses.includes(status)
    // Any other refusal is still one.
    const isTolerated = isRefused(probe) ? !isLeadline : tolerates && status === 200
    seen.expect(id, holds, said(probe), isTolerated)
    const found = received(probe)
    if (!isRefused(probe) || "failure" in found) return
    const reason = reasonIn(found.text)
    seen.expect(
      "errors.form",
      reason === "ours",
      `${probe}: ${found.text.slice(0, 60) || "nothing"}`,
      !isLeadline && reason === "known"
    )
  }

  const checkRequests = (): void => {
    const invalid = dialect === "system-one" ? [400, 422] : [400]
    refuses("limits.options", "256 options", !isLeadline, invalid)
    refuses("limits.levels", "11 levels", !isLeadline, invalid)
    refuses("limits.questions", "too many questions", !isLeadline, invalid)
    refuses("limits.none", "no questions", false, invalid)
    refuses("errors.json", "not JSON", false, invalid)
    refuses("errors.model", "unknown model", !isLeadline, isLeadline ? [400] : [...invalid, 404])
    refuses("errors.question", "empty question", dialect === "system-one", invalid)
    refuses("errors.type", "unknown type", false, invalid)
    refuses("images.broken", "broken image", !isLeadline, invalid)
    refuses("images.address", "image by address", dialect === "openai-decisions", invalid)
    if (dialect === "system-one")
      seen.expect(
        "errors.field",
        statusOf("unknown field") === 200,
        said("unknown field"),
        isRefused("unknown field")
      )
    else refuses("errors.field", "unknown field", !isLeadline, invalid)
    const get = received("GET")
    const isMethod =
      statusOf("GET") === 405 && "headers" in get && (get.headers["allow"] ?? "").includes("POST")
    seen.expect("errors.method", isMethod, said("GET"), !isLeadline && isRefused("GET"))
    if (isLeadline) seen.expect("errors.path", statusOf("trailing slash") === 404, said("trailing slash"))
  }

  const checkKeys = (): void => {
    const probes = [
      ["errors.key", "no key"],
      ["errors.wrong-key", "wrong key"],
      ...(isLeadline ? ([["errors.x-api-key", "x-api-key"]] as const) : [])
    ] as const
    for (const [id, probe] of probes) {
      if (!hasKey) seen.skip(id, "no key was given, so the server may be open to all")
      else refuses(id, probe, false, [401])
    }
  }

  checkRequests()
  checkKeys()
}
