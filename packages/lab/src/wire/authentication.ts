// What a request without an accepted API key gets.
import { unauthorized, type WireCase } from "./WireCase.ts"

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
