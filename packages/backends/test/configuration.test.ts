// The configuration file: what it gives, and the one line for each mistake.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { kinds } from "../src/kinds/registry.ts"
import { resources } from "../src/kinds/Services.ts"
import { parse as parseWith } from "./support/configured.ts"
import { test } from "./support/effects.ts"

const secret = "sk-secret-of-the-operator"

const parse = (text: string) => parseWith(text, { LOCAL_KEY: secret })

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
  started: { kind: leadline, command: "serve {port}", environment: { A: '0', B: env:LOCAL_KEY, __proto__: a } }
routes:
  decisions: [{ local: 3, other: 1 }, embedded]
  chat: [other]
`

const one = (settings: string) => `backends:\n  a: { ${settings} }\n`
const usable = "kind: leadline, url: https://a.example"
const routed = (routes: string) => `${one(usable)}routes:\n  ${routes}`

describe("a configuration file", () => {
  test("gives backends and routes, says where a setting stands, and shows no key", function* () {
    const configuration = yield* parse(whole)
    const { backends, routes, where } = configuration
    const [local, other, started] = backends
    assert.deepInclude(local, {
      name: "local",
      kind: "leadline",
      url: "http://127.0.0.1:8081",
      concurrency: 4,
      timeout: "20 seconds",
      models: { "decider-27b": "julia-1" }
    })
    for (const backend of [local, other])
      assert.strictEqual(backend?.apiKey && Redacted.value(backend.apiKey), secret)
    assert.strictEqual(started?.url, "http://127.0.0.1:{port}")
    const variables = Object.entries(started?.environment ?? {})
    const shown = variables.map(([name, value]) => `${name} ${Redacted.value(value)}`)
    assert.deepStrictEqual(shown, ["A 0", `B ${secret}`, "__proto__ a"])
    const stepsOf = (steps: (typeof routes)["chat"]) =>
      steps?.map((step) => step.map(({ backend, weight }) => `${backend} ${weight}`))
    assert.deepStrictEqual(stepsOf(routes.decisions), [["local 3", "other 1"], ["embedded 1"]])
    assert.deepStrictEqual(stepsOf(routes.chat), [["other 1"]])
    assert.notInclude(JSON.stringify(configuration), secret)
    assert.strictEqual(where?.("local", "timeout"), "backends.yaml:10: backends.local.timeout")
    assert.strictEqual(where?.("other", "networks"), "backends.yaml:13: backends.other.networks")
  })

  test.each([
    ["a route of 200,000 entries", `routes: { chat: [${"a,".repeat(200_000)}] }`, /131072 characters/],
    ["20,000 settings", "a:\n".repeat(20_000), /20000 names, values and signs/]
  ] as const)("is refused before it is parsed, with %s", function* ([, text, message]) {
    assert.match((yield* Effect.flip(parse(`backends: {}\n${text}`))).message, message)
  })

  /** The error message; "…" matches any text. */
  test.each([
    ["backends: [", ":1: …"],
    ["backends: {a: {kind: leadline, kind: leadline}}", ":1: the same name stands twice…"],
    ["backends:\n\ta: 1", ":2: expected blanks in place of tabs…"],
    [`backends: ${"[".repeat(5_000)}`, ":1: objects and lists are nested too deeply"],
    ["{}", ":1: backends: field required"],
    [one("url: https://a.example"), ":2: backends.a.kind: required, expected one of …leadline…"],
    [one("kind: leadline, url: 'http://u:hunter2@a'"), ":2: backends.a.url: expected an http or https URL…"],
    [one("kind: llama"), ":2: backends.a.model: field required"],
    [one(`${usable}, apiKey: ${secret}`), ":2: backends.a.apiKey: expected env:NAME or file:PATH…"],
    [one(`${usable}, apiKey: 'env:NO_KEY'`), ":2: backends.a.apiKey: NO_KEY is not set"],
    [one("kind: leadline, command: 'a \" {port}'"), ":2: backends.a.command: …quotes in pairs"],
    [one("kind: leadline, command: 'a {port}', environment: { 1A: c }"), ":2: backends.a.environment: …A-Z…"],
    [one(`${usable}, environment: { A: "env:${secret}" }`), ":2: backends.a.environment: …"],
    [`backends: { "a b": { ${usable} } }`, ":1: backends.a b: expected 1 to 64 of A-Z…"],
    [
      one(`${usable}, concurency: 2`),
      ":2: backends.a.concurency: unknown field; known are url, …, concurrency, …"
    ],
    [one(`${usable}, networks: [lan]`), ":2: backends.a.networks[0]: expected a network…"],
    [one(`${usable}, concurrency: 0`), ":2: backends.a.concurrency: expected…"],
    [one(`${usable}, timeout: soon`), ":2: backends.a.timeout: expected milliseconds…"],
    [routed("decisions: [b]"), ':4: routes.decisions[0]: "b" is no backend: expected one of a, embedded'],
    [routed("decisions: [a, a]"), ":4: routes.decisions: a stands there twice"],
    [routed("chats: [a]"), ":4: routes.chats: unknown field, use chat"],
    [routed("asyncChat: [a, embedded]"), ":4: routes.asyncChat: expected one backend…"],
    [routed("decisions: [{ a: 0 }]"), ":4: routes.decisions…"]
  ])("is refused: %j", function* ([text, wanted]) {
    const { message } = yield* Effect.flip(parse(text))
    let rest = message
    for (const [at, part] of `backends.yaml${wanted}`.split("…").entries()) {
      assert.isTrue(at === 0 ? rest.startsWith(part) : rest.includes(part), message)
      rest = rest.slice(rest.indexOf(part) + part.length)
    }
    if (!wanted.endsWith("…")) assert.strictEqual(rest, "")
    for (const hidden of [secret, "hunter2", "\n"]) assert.notInclude(message, hidden)
  })
})

it("the documents name the kinds that can answer each resource, beside leadline, which can answer all", () => {
  const document = readFileSync(join(import.meta.dirname, "../../../docs/backends.md"), "utf8")
  for (const resource of resources) {
    const able = kinds.filter((kind) => kind.resources.includes(resource)).map(({ name }) => `\`${name}\``)
    const row = document
      .split("\n")
      .find((line) => line.startsWith(`| \`${resource}\` `) && line.includes(" /"))
    const answering = row?.split("|")[3]?.trim() ?? ""
    assert.strictEqual(["`leadline`", answering].filter((part) => part !== "").join(", "), able.join(", "))
  }
})
