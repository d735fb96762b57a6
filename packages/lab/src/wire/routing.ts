// What wrong paths, wrong methods and requests without an accepted API key get; and the OpenAPI document, which needs none.
import { json, unauthorized, uuid, wrongMethod, wrongPath, type WireCase } from "./WireCase.ts"

const normalised = "a Request has a normalised URL"
const { anonymous: _, ...withKey } = wrongMethod("POST", "/v1/async/sonar/x", "GET")

/** Wrong paths and methods. */
export const routingWire: ReadonlyArray<WireCase> = [
  wrongPath("/v1/decisions/"),
  wrongPath("//v1/decisions"),
  wrongPath("/v1//decisions"),
  wrongPath("/V1/decisions"),
  wrongPath("/v1/decision%73"),
  wrongPath("/v1/decisions;x"),
  wrongPath("/v1/decisions/x"),
  wrongPath("/v1/x/../decisions", "POST", normalised),
  wrongPath("/v1/decisions#x", "POST", normalised),
  wrongPath("*", "POST", normalised),
  wrongPath("/"),
  { ...withKey, name: "a wrong method with a key is 405" },
  wrongMethod("GET", "/v1/decisions", "POST"),
  wrongMethod("HEAD", "/v1/decisions", "POST"),
  wrongMethod("OPTIONS", "/v1/decisions", "POST"),
  wrongMethod("PUT", "/v1/decisions", "POST"),
  wrongMethod("POST", "/v1/models", "GET"),
  wrongMethod("HEAD", "/v1/models", "GET")
]

const unknownKey = (name: string, headers: ReadonlyArray<readonly [string, string]>): WireCase =>
  unauthorized(name, { headers })

/** Requests without an accepted key. */
export const authenticationWire: ReadonlyArray<WireCase> = [
  unknownKey("no key", []),
  unknownKey("a wrong key", [["authorization", "Bearer ll-test-key-0123456789abcdeF"]]),
  unknownKey("a cut key", [["authorization", "Bearer ll-test-key-0123456789abcde"]]),
  unknownKey("an empty key", [["authorization", "Bearer "]]),
  unknownKey("another scheme", [["authorization", "Basic bGw6dGVzdA=="]]),
  unknownKey("a tab after the scheme", [["authorization", "Bearer\tll-test-key-0123456789abcdef"]]),
  unknownKey("a key in x-api-key only", [["x-api-key", "ll-test-key-0123456789abcdef"]])
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
  ...["HEAD", "POST", "OPTIONS", "DELETE"].map((method) => wrongMethod(method, "/openapi.json", "GET")),
  wrongPath("/openapi.json/", "GET"),
  wrongPath("/OPENAPI.JSON", "GET")
]
