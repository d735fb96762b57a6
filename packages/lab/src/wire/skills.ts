// Wire cases of skills: queries and multipart bodies. What needs stored skills has tests of its own.
import { pageLimits } from "@leadline/core/schema"
import * as Effect from "effect/Effect"
import { bundle } from "../fakes/skills.ts"
import { casesWith, error, unauthorized, wrongMethod, wrongPath, type WireCase } from "./WireCase.ts"

const zip = await Effect.runPromise(bundle("tide-report"))
const limit = 33_554_432
const absent = "/v1/skills/skill_00000000-0000-7000-8000-000000000000"

const text = (bytes: string) => new TextEncoder().encode(bytes)
const joined = (...parts: ReadonlyArray<string | Uint8Array>) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? text(part) : part))))

const head = 'content-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
const form = (content: Uint8Array | string = zip, partHead = head) =>
  joined(`--b0\r\n${partHead}`, content, "\r\n--b0--\r\n")
const multipart = [["content-type", "multipart/form-data; boundary=b0"]] as const

interface Record {
  readonly [field: string]: unknown
}

const isSkill = (answer: Record) =>
  Object.keys(answer).toSorted().join() === "created_at,description,name,revision,skill_id,updated_at" &&
  answer["name"] === "tide-report" &&
  answer["description"] === "Reads tide tables."

const made = casesWith("skills: ", { path: "/v1/skills", headers: multipart })
const refusesBody = (
  name: string,
  body: WireCase["body"],
  message: string,
  headers: WireCase["headers"] = multipart,
  status = 400
) => made(`${name} is ${status}`, body, status, error(message), { headers })

const asking = casesWith("skills: ")
const asks = (
  name: string,
  path: string,
  status: number,
  answer: unknown,
  method = "GET",
  more: Partial<WireCase> = {}
) => asking(`${name} is ${status}`, undefined, status, answer, { method, path, ...more })
const isInvalid = (answer: { error: Record }) => answer.error["type"] === "invalid_request_error"

const badLimit = (value: string) =>
  asks(
    `a limit of '${value}'`,
    `/v1/skills?limit=${value}`,
    400,
    error(`limit: expected a whole number from 1 to ${pageLimits.max}`)
  )

const other = 'The body must have one part, named "file": found another part'
const noForm = "The body is not multipart/form-data with a boundary"
const unknown = error("No skill or revision has this id.", "not_found")
const badToken = error("page_token: expected the next_page_token of a page of this list, at most a day old")
const tooLarge = `The body is over ${limit} bytes.`
const isPage = ({ skills }: Record) => Array.isArray(skills)

/** The wire cases of skills. */
export const skillsWire: ReadonlyArray<WireCase> = [
  made("a zip in a part named file is 201 with the record", form(), 201, isSkill),
  refusesBody("a JSON body", "{}", noForm, [["content-type", "application/json"]]),
  refusesBody("a part of another name", form(zip, head.replace("file", "zip")), other),
  refusesBody("a second part", joined(`--b0\r\n${head}`, zip, "\r\n", form()), other),
  refusesBody("a file that is no zip", form("PK"), "The file is not a zip archive"),
  refusesBody("a body of one byte too many", new Uint8Array(limit + 1), tooLarge, multipart, 413),
  ...[1, pageLimits.max].map((entries) =>
    asks(
      `a list with a limit of ${entries}, an empty token and unknown parameters`,
      `/v1/skills?limit=${entries}&page_token=&x=1&x=2`,
      200,
      isPage
    )
  ),
  ...[
    "0",
    String(pageLimits.max + 1),
    "05",
    "%205",
    "5%20",
    "%D9%A5",
    "",
    "1e2",
    "0x10",
    "Infinity",
    "-1",
    "1.5"
  ].map(badLimit),
  asks("a limit given twice", "/v1/skills?limit=1&limit=2", 400, isInvalid),
  asks("a forged page_token", `/v1/skills?page_token=p1.1.1.x.${"0".repeat(32)}`, 400, badToken),
  asks("an unknown skill", absent, 404, unknown),
  asks("an unknown id of 128 characters", `/v1/skills/${"a-B_9".padEnd(128, "0")}`, 404, unknown),
  ...["revisions", "download"].map((what) =>
    asks(`the ${what} of an unknown skill`, `${absent}/${what}`, 404, unknown)
  ),
  asks("deleting without a revision", absent, 400, error("expected_revision: field required"), "DELETE"),
  made("updating an unknown skill is 404", form(), 404, unknown, {
    method: "PUT",
    path: `${absent}?expected_revision=x`
  }),
  wrongMethod("DELETE", "/v1/skills", "GET, POST"),
  wrongMethod("PATCH", absent, "DELETE, GET, PUT"),
  ...["a%2fb", "a.b", "%C3%A4", "", "a".repeat(129)].map((id) => wrongPath(`/v1/skills/${id}`, "GET")),
  asks(
    "a forged download address",
    "/downloads/skills/rev_x_1_0",
    404,
    error("Not found: the address is wrong or has expired.", "not_found"),
    "GET",
    { anonymous: true, answerHeaders: { "cache-control": "no-store", "x-ratelimit-limit": null } }
  ),
  unauthorized("skills: no key", { path: "/v1/skills" })
]
