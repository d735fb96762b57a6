// What a request without an accepted API key gets.
import { json, type WireCase } from "./WireCase.ts"

const unauthorized = {
  error: {
    message: "Missing or invalid API key. Send the header Authorization: Bearer <key>.",
    type: "invalid_api_key",
    code: 401
  }
}
const anonymous = {
  "cache-control": "no-store",
  "content-type": json,
  "www-authenticate": "Bearer",
  "x-request-id": null,
  "x-ratelimit-limit": null
}
const unknownKey = (name: string, headers: ReadonlyArray<readonly [string, string]>): WireCase => ({
  name: `${name} is 401, whatever the body`,
  anonymous: true,
  headers,
  body: "{",
  status: 401,
  answer: unauthorized,
  answerHeaders: anonymous
})

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
