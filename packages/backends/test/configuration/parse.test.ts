// The configuration file: what it gives, and the one line for each mistake.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parseConfiguration } from "../../src/configuration/parse.ts"
import { test } from "../support/effects.ts"

const secret = "sk-secret-of-the-operator"

const parse = (text: string) =>
  parseConfiguration({
    name: "backends.yaml",
    text,
    environment: (name) => (name === "LOCAL_KEY" ? secret : undefined),
    file: (path) => Effect.succeed(path === "/run/secrets/key" ? `${secret}\n` : undefined)
  })

const whole = `
backends:
  local:
    kind: leadline
    url: http://127.0.0.1:8081/
    apiKey: env:LOCAL_KEY
    models: { decider-27b: julia-1 }
    limits: { questions: 64, images: 0 }
    prices: { julia-1: { input: 0.1 } }
    timeout: 20 seconds
    concurrency: 4
    networks: [10.0.0.0/8]
  other: { kind: leadline, url: "https://api.example", apiKey: file:/run/secrets/key }
  started: { kind: leadline, command: "serve --port {port}" }
routes:
  decisions: [{ local: 3, other: 1 }, embedded]
  chat: [other]
`

const one = (settings: string) => `backends:\n  a: { ${settings} }\n`
const usable = "kind: leadline, url: https://a.example"

describe("a configuration file", () => {
  test("gives backends and routes", function* () {
    const { backends, routes } = yield* parse(whole)
    const [local, other, started] = backends
    assert.deepInclude(local, { name: "local", kind: "leadline", url: "http://127.0.0.1:8081" })
    assert.deepInclude(local, {
      concurrency: 4,
      timeout: "20 seconds",
      models: { "decider-27b": "julia-1" }
    })
    assert.deepStrictEqual(
      [local, other].map((backend) => backend?.apiKey && Redacted.value(backend.apiKey)),
      [secret, secret]
    )
    assert.strictEqual(started?.url, "http://127.0.0.1:{port}")
    assert.deepStrictEqual(routes, {
      decisions: [
        [
          { backend: "local", weight: 3 },
          { backend: "other", weight: 1 }
        ],
        [{ backend: "embedded", weight: 1 }]
      ],
      chat: [[{ backend: "other", weight: 1 }]]
    })
  })

  test("may be JSON, and may be empty", function* () {
    const json = '{"backends": {"a": {"kind": "leadline", "url": "https://a.example"}}}'
    assert.strictEqual((yield* parse(json)).backends.length, 1)
    const { backends, routes } = yield* parse("backends: {}")
    assert.deepStrictEqual({ backends, routes }, { backends: [], routes: {} })
  })

  it.effect("shows no key", () =>
    Effect.map(parse(whole), (configuration) => assert.notInclude(JSON.stringify(configuration), secret))
  )

  test.each([
    ["a route of 200,000 entries", `routes: { chat: [${"a,".repeat(200_000)}] }`, /131072 characters/],
    ["60,000 entries", `routes: { chat: [${"a,".repeat(60_000)}] }`, /20000 names, values and signs/],
    ["20,000 settings", "a:\n".repeat(20_000), /20000 names, values and signs/]
  ] as const)("is refused before it is parsed, with %s", ([, text, message]) =>
    Effect.map(Effect.flip(parse(`backends: {}\n${text}`)), (error) => assert.match(error.message, message))
  )

  test("says where a setting stands", function* () {
    const { where } = yield* parse(whole)
    assert.strictEqual(where?.("local", "timeout"), "backends.yaml:10: backends.local.timeout")
    assert.strictEqual(where?.("other", "networks"), "backends.yaml:13: backends.other.networks")
  })

  test.each([
    ["backends: [", /^backends\.yaml:1: /],
    ["backends: {a: {kind: leadline, kind: leadline}}", /^backends\.yaml:1: the same name stands twice/],
    ["backends: {}\n---\nroutes: {}", /^backends\.yaml:2: expected one document/],
    ["backends:\n\ta: 1", /^backends\.yaml:2: expected blanks in place of tabs/],
    ["backends: *a", /^backends\.yaml: a reference \(\*name\) has no anchor/],
    [`backends: ${"[".repeat(5_000)}`, /^backends\.yaml:1: objects and lists are nested too deeply$/],
    ["{}", /^backends\.yaml:1: backends: field required$/],
    ["backend: {}", /^backends\.yaml:1: /],
    [
      one("url: https://a.example"),
      /^backends\.yaml:2: backends\.a\.kind: required, expected one of .*leadline/
    ],
    [one("kind: lead"), /^backends\.yaml:2: backends\.a\.kind: expected one of .*leadline/],
    [one("kind: leadline"), /^backends\.yaml:2: backends\.a\.url: required$/],
    [
      one("kind: leadline, url: ftp://a.example"),
      /^backends\.yaml:2: backends\.a\.url: expected an http or https URL/
    ],
    [
      one("kind: leadline, url: 'http://u:hunter2@a'"),
      /^backends\.yaml:2: backends\.a\.url: expected an http or https URL/
    ],
    [
      one("kind: leadline, url: https://a.example/v1"),
      /^backends\.yaml:2: backends\.a\.url: expected an address without \/v1$/
    ],
    [
      one("kind: leadline, url: 'http://a:{port}'"),
      /^backends\.yaml:2: backends\.a\.url: \{port\} needs a command$/
    ],
    [
      one(`${usable}, apiKey: ${secret}`),
      /^backends\.yaml:2: backends\.a\.apiKey: expected env:NAME or file:PATH/
    ],
    [one(`${usable}, apiKey: 'env:NO_KEY'`), /^backends\.yaml:2: backends\.a\.apiKey: NO_KEY is not set$/],
    [
      one(`${usable}, apiKey: 'file:/none'`),
      /^backends\.yaml:2: backends\.a\.apiKey: \/none cannot be read or is empty$/
    ],
    [`backends: { "a b": { ${usable} } }`, /^backends\.yaml:1: backends\.a b: expected 1 to 64 of A-Z/],
    [one(`${usable}, concurency: 2`), /^backends\.yaml:2: backends\.a\.concurency: unknown field$/],
    [one(`${usable}, concurrency: 0`), /^backends\.yaml:2: backends\.a\.concurrency: expected/],
    [one(`${usable}, timeout: soon`), /^backends\.yaml:2: backends\.a\.timeout: expected milliseconds/],
    [one(`${usable}, timeout: []`), /^backends\.yaml:2: backends\.a\.timeout: expected milliseconds/],
    [one(`${usable}, networks: [lan]`), /^backends\.yaml:2: backends\.a\.networks\[0\]: expected a network/],
    [one(`${usable}, timeout: 0`), /^backends\.yaml:2: backends\.a\.timeout: expected milliseconds/],
    ["backends:\n  embedded: { kind: leadline }", /^backends\.yaml:2: /],
    [
      `${one(usable)}routes:\n  decisions: [b]`,
      /^backends\.yaml:4: routes\.decisions\[0\]: "b" is no backend: expected one of a, embedded$/
    ],
    [`${one(usable)}routes:\n  decisions: []`, /^backends\.yaml:4: routes\.decisions: expected a backend$/],
    [
      `${one(usable)}routes:\n  decisions: [a, a]`,
      /^backends\.yaml:4: routes\.decisions: a stands there twice$/
    ],
    [
      `${one(usable)}routes:\n  decisions: [1]`,
      /^backends\.yaml:4: routes\.decisions\[0\]: expected a backend, or an object from backend to weight$/
    ],
    [`${one(usable)}routes:\n  skills: [a]`, /^backends\.yaml:4: routes\.skills: unknown field$/],
    [
      `${one(usable)}routes:\n  asyncChat: [a, embedded]`,
      /^backends\.yaml:4: routes\.asyncChat: expected one backend/
    ],
    [`${one(usable)}routes:\n  decisions: [{ a: 0 }]`, /^backends\.yaml:4: routes\.decisions/]
  ] as const)("is refused: %j", function* ([text, message]) {
    const error = yield* Effect.flip(parse(text))
    assert.match(error.message, message)
    assert.notInclude(error.message, secret)
    assert.notInclude(error.message, "hunter2")
    assert.notInclude(error.message, "\n")
  })
})
