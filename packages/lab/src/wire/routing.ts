// What wrong paths and wrong methods get.
import { wrongMethod, wrongPath, type WireCase } from "./WireCase.ts"

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
