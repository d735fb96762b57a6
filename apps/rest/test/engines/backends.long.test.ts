// A server with a configuration of backends: programs, fall-back, reload at a signal, and what it does not start with.
import { assert, describe, it } from "vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, start } from "../support/serverProcess.ts"

const program = (noul: number) =>
  `${process.execPath} ${join(import.meta.dirname, "fixtures/decisionServer.mjs")} {port} ${noul}`

const away = { kind: "leadline", url: "http://127.0.0.1:9" }

/** A file of backends in a new directory; JSON is YAML. */
const writeFile = (configuration: unknown, file = join(emptyDirectory(), "backends.yaml")) => {
  writeFileSync(file, JSON.stringify(configuration))
  return file
}

const noulOf = async (baseUrl: string, key: string) => {
  const response = await ask(baseUrl, key)
  const { answers } = (await response.json()) as { answers?: { refund: { noul: number } } }
  return [response.status, response.headers.get("x-leadline-backend"), answers?.refund.noul]
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Asks until the answer is another than `before`, fewer times in a second than the limit. */
const changed = async (baseUrl: string, key: string, before: unknown) => {
  for (;;) {
    const [, backend, noul] = await noulOf(baseUrl, key)
    if (backend !== before) return [backend, noul]
    await pause()
  }
}

describe("a server with backends", () => {
  it("starts a program, falls back, changes at SIGHUP, and ends the program with itself", async () => {
    const first = { local: { kind: "leadline", command: program(0.25) }, away }
    const file = writeFile({ backends: first, routes: { decisions: ["away", "local", "embedded"] } })
    const server = start({ LEADLINE_BACKENDS: file })
    const { baseUrl, key } = await server.ready()
    assert.deepStrictEqual(await changed(baseUrl, key, "embedded"), ["local", 0.25])
    const forbidden = { kind: "leadline", url: "http://10.0.0.5" }
    for (const [bad, words] of [
      [{ backends: first, routes: { decisions: ["unknown"] } }, "is no backend: expected one of local"],
      [{ backends: { ...first, forbidden } }, "backends.yaml:1: backends.forbidden.url: http is allowed"]
    ] as const) {
      const before = server.seen.error.length
      writeFile(bad, file)
      server.child.kill("SIGHUP")
      while (!server.seen.error.slice(before).includes("is unchanged")) await pause()
      assert.include(server.seen.error.slice(before), words)
      assert.deepStrictEqual(await noulOf(baseUrl, key), [200, "local", 0.25])
    }
    writeFile(
      {
        backends: { other: { kind: "leadline", command: program(0.75) } },
        routes: { decisions: ["other", "embedded"] }
      },
      file
    )
    server.child.kill("SIGHUP")
    await changed(baseUrl, key, "local")
    assert.deepStrictEqual(await changed(baseUrl, key, "embedded"), ["other", 0.75])
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  })

  it.each([
    [
      { backends: { a: { ...away, apiKey: "sk-plain" } } },
      "backends.a.apiKey: expected env:NAME or file:PATH"
    ],
    [{ backends: { a: { ...away, apiKey: "env:__proto__" } } }, "backends.a.apiKey: __proto__ is not set"],
    [{ backends: { a: { ...away, apiKey: "file:/dev/zero" } } }, "/dev/zero holds no key: expected 1 to"],
    [{ backends: { a: { ...away, kind: "other" } } }, "backends.a.kind: expected one of"],
    [{ backends: { a: away }, routes: { search: ["b"] } }, 'routes.search[0]: "b" is no backend'],
    [
      { backends: { a: { ...away, url: "http://10.0.0.5" } } },
      "backends.yaml:1: backends.a.url: http is allowed for this machine and the networks in backends.a.networks only"
    ]
  ])("does not start with %j", async (configuration, words) => {
    const { ended, seen } = start({ LEADLINE_BACKENDS: writeFile(configuration) })
    assert.strictEqual(await ended, 1)
    assert.include(seen.error, words)
    assert.strictEqual(seen.error.trim().split("\n").length, 1)
    assert.notInclude(seen.error, "sk-plain")
  })

  it("does not start with a file that is too long, whether by a little or without end", async () => {
    const file = writeFile({ backends: { ["a".repeat(131_072)]: {} } })
    for (const long of [file, "/dev/zero"]) {
      const { ended, seen } = start({ LEADLINE_BACKENDS: long })
      assert.strictEqual(await ended, 1)
      assert.include(seen.error, `LEADLINE_BACKENDS: ${long}: expected at most 131072 characters`)
    }
  })

  it("does not start with a file that is missing, or beside LEADLINE_ENGINE", async () => {
    const missing = start({ LEADLINE_BACKENDS: "/does/not/exist.yaml" })
    assert.strictEqual(await missing.ended, 1)
    assert.include(missing.seen.error, "LEADLINE_BACKENDS: /does/not/exist.yaml cannot be read")
    const both = start({ LEADLINE_BACKENDS: writeFile({ backends: {} }), LEADLINE_ENGINE: "upstream" })
    assert.strictEqual(await both.ended, 1)
    assert.include(both.seen.error, "LEADLINE_ENGINE: expected none")
  })
})

describe("leadline backends", () => {
  it("checks every backend, and exits with 1 when one cannot be used", async () => {
    const usable = writeFile({ backends: { local: { kind: "leadline", command: program(0.5) } } })
    const { code, error, out } = await leadline(["backends", "check", "--backends", usable])
    assert.strictEqual(code, 0, error)
    assert.match(out, /^BACKEND +KIND +CAPABILITY +VALUE +ADVICE\nlocal +leadline +reachable +\d+ ms\n$/)
    const unusable = await leadline([
      "backends",
      "check",
      "--json",
      "--backends",
      writeFile({ backends: { away } })
    ])
    assert.strictEqual(unusable.code, 1)
    assert.deepInclude(JSON.parse(unusable.out)[0], { name: "away", kind: "leadline" })
    assert.include(unusable.error, "Not all backends can be used: away")
  })

  it("says that nothing is configured", async () => {
    const { code, error } = await leadline(["backends", "check"])
    assert.strictEqual(code, 1)
    assert.include(error, "No backend is configured")
  })

  it("prints a JSON Schema that names every setting", async () => {
    const { out } = await leadline(["backends", "schema"])
    const schema = JSON.stringify(JSON.parse(out))
    for (const name of ["apiKey", "command", "concurrency", "decisions", "contextualizedEmbeddings"])
      assert.include(schema, `"${name}"`)
  })
})
