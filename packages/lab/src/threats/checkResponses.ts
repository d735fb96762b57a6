// Compares the responses of a row with the expected ones, and with the rules for every response.
// Source: §2.4, §7.1; Assumed: ours for the rest.
import type { RawResponse } from "./readResponses.ts"
import type { Threat, ExpectedResponse } from "./Threat.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The JSON of a text; undefined: it is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const bodyFits = (wanted: ExpectedResponse["body"], text: string): boolean => {
  if (typeof wanted === "function") return wanted(text)
  if (wanted === "bare" || wanted === "nothing" || wanted === "empty") return text === ""
  const body = parsed(text)
  if (wanted === "json") return body !== undefined
  const { detail, error } = Object(body)
  if (wanted === "detail") return Array.isArray(detail)
  return typeof error?.message === "string" && error.type === wanted
}

/** Whether the request id is present exactly where it must be. */
const idFits = ({ body, headers = {} }: ExpectedResponse, answer: RawResponse): boolean => {
  if (body === "bare" || Object.hasOwn(headers, "x-request-id")) return true
  const id = answer.headers.get("x-request-id")
  return body === "nothing" || answer.status === 401 ? id === null : uuid.test(id ?? "")
}

const problemsIn = (wanted: ExpectedResponse, answer: RawResponse): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const statuses = [wanted.status].flat()
  if (!statuses.includes(answer.status))
    wrong.push(`status ${answer.status}, wanted ${statuses.join(" or ")}`)
  if (answer.isWhole === (wanted.cut ?? false))
    wrong.push(answer.isWhole ? "the answer is whole" : "the answer is cut")
  if (!bodyFits(wanted.body, answer.text)) wrong.push(`body ${JSON.stringify(answer.text.slice(0, 200))}`)
  if (!idFits(wanted, answer)) wrong.push(`request id ${answer.headers.get("x-request-id")}`)
  const isOurs = wanted.body !== "bare" && !Object.hasOwn(wanted.headers ?? {}, "cache-control")
  if (isOurs && answer.headers.get("cache-control") !== "no-store") wrong.push("it may be cached")
  if (answer.text.includes("secret-cause")) wrong.push("it contains a cause")
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const given = answer.headers.get(name)
    const fits = value instanceof RegExp ? value.test(given ?? "") : given === value
    if (!fits) wrong.push(`${name}: ${given}`)
  }
  return wrong
}

/** All differences between the responses and the expected ones. */
export const checkResponses = (
  wanted: Threat["answers"],
  answers: ReadonlyArray<RawResponse>
): ReadonlyArray<string> => {
  if (wanted === "any") return []
  const least = wanted.filter(({ optional }) => optional !== true).length
  if (answers.length < least || answers.length > wanted.length) {
    const got = answers.map(({ status }) => status).join(" ")
    return [`${answers.length} answers (${got}), wanted ${wanted.length}`]
  }
  return answers.flatMap((answer, index) => {
    const one = wanted[index]
    return one === undefined ? [] : problemsIn(one, answer)
  })
}
