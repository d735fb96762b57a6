// What wrong paths, wrong methods and requests without an accepted API key get; and the OpenAPI document, which needs none.
import { json, unauthorized, uuid, wrongMethod, wrongPath, type WireCase } from "./WireCase.ts"

const normalised = "a Request has a normalised URL"
const { anonymous: _, ...withKey } = wrongMethod("POST", "/v1/async/sonar/x", "GET")

const wrongPaths = [
  "/v1/decisions/",
  "//v1/decisions",
  "/v1//decisions",
  "/V1/decisions",
  "/v1/decision%73",
  "/v1/decisions;x",
  "/v1/decisions/x",
  "/"
]

/** Wrong paths and methods. */
export const routingWire: ReadonlyArray<WireCase> = [
  ...wrongPaths.map((path) => wrongPath(path)),
  ...["/v1/x/../decisions", "/v1/decisions#x", "*"].map((path) => wrongPath(path, "POST", normalised)),
  { ...withKey, name: "a wrong method with a key is 405" },
  ...["GET", "HEAD", "OPTIONS", "PUT"].map((method) => wrongMethod(method, "/v1/decisions", "POST")),
  wrongMethod("HEAD", "/v1/models", "GET")
]

const key = "ll-test-key-0123456789abcdef"
const credentials: { readonly [name: string]: string } = {
  "a wrong key": "Bearer ll-test-key-0123456789abcdeF",
  "a cut key": `Bearer ${key.slice(0, -1)}`,
  "an empty key": "Bearer ",
  "a scheme alone": "Bearer",
  "a key without a scheme": key,
  "another scheme": `Basic ${key}`,
  "a tab after the scheme": `Bearer\t${key}`
}

/** Requests without an accepted key. */
export const authenticationWire: ReadonlyArray<WireCase> = [
  unauthorized("no key", {}),
  unauthorized("a key in x-api-key only", { headers: [["x-api-key", key]] }),
  ...Object.entries(credentials).map(([name, value]) =>
    unauthorized(name, { headers: [["authorization", value]] })
  )
]

/** All cases of the document. */
export const openapiWire: ReadonlyArray<WireCase> = [
  {
    name: "the document of the contract needs no key",
    anonymous: true,
    method: "GET",
    path: "/openapi.json",
    status: 200,
    answer: (body: { readonly openapi: string; readonly paths: object }) =>
      body.openapi === "3.1.0" && Object.hasOwn(body.paths, "/v1/decisions"),
    answerHeaders: { "cache-control": "no-store", "content-type": json, "x-request-id": uuid }
  },
  wrongMethod("POST", "/openapi.json", "GET")
]
