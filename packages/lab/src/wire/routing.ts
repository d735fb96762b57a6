// What wrong paths and wrong methods get.
import { bare, uuid, type WireCase } from "./WireCase.ts"

const wrongPath = (path: string, notInMemory?: string): WireCase => ({
  name: `the path ${path} is 404 and empty`,
  path,
  body: "{}",
  status: 404,
  answer: "",
  answerHeaders: { ...bare, "x-request-id": null, "x-ratelimit-limit": null },
  ...(notInMemory === undefined ? {} : { notInMemory })
})
const wrongMethod = (method: string, path: string, allow: string): WireCase => ({
  name: `${method} ${path} is 405, empty, with Allow and without asking for a key`,
  anonymous: true,
  method,
  path,
  status: 405,
  answer: "",
  answerHeaders: { ...bare, allow, "x-request-id": uuid }
})

const normalised = "a Request has a normalised URL"
/** Wrong paths and methods. */
export const routingWire: ReadonlyArray<WireCase> = [
  wrongPath("/v1/decisions/"),
  wrongPath("//v1/decisions"),
  wrongPath("/v1//decisions"),
  wrongPath("/V1/decisions"),
  wrongPath("/v1/decision%73"),
  wrongPath("/v1/decisions;x"),
  wrongPath("/v1/decisions/x"),
  wrongPath("/v1/x/../decisions", normalised),
  wrongPath("/"),
  wrongMethod("GET", "/v1/decisions", "POST"),
  wrongMethod("HEAD", "/v1/decisions", "POST"),
  wrongMethod("OPTIONS", "/v1/decisions", "POST"),
  wrongMethod("PUT", "/v1/decisions", "POST"),
  wrongMethod("POST", "/v1/models", "GET"),
  wrongMethod("HEAD", "/v1/models", "GET")
]
