// Modules of the page that need no browser: addresses, archives, vectors, code.
import { assert, describe, it } from "vitest"
import { isOwnImage, safeAddress } from "../../src/page/addresses.ts"
import { code } from "../../src/page/codeSamples.ts"
import { skillArchive } from "../../src/page/keys/skillArchive.ts"
import { compare, nearest, rangeOf, sizesOf } from "../../src/page/embeddings/compare.ts"
import { demo, visit } from "../visitor.ts"

const base64 = (bytes: ReadonlyArray<number>) => Buffer.from(bytes).toString("base64")

const answer = (...vectors: ReadonlyArray<ReadonlyArray<number>>) => ({
  object: "list" as const,
  model: "any",
  usage: {
    prompt_tokens: 1,
    total_tokens: 1,
    cost: { input_cost: 0, total_cost: 0, currency: "USD" as const }
  },
  data: [
    {
      object: "list" as const,
      index: 0,
      data: vectors.map((bytes, index) => ({
        object: "embedding" as const,
        index,
        embedding: base64(bytes)
      }))
    }
  ]
})

describe("an address", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "nothing", "//a.example/", ""])(
    "%j is no link",
    (text) => assert.isUndefined(safeAddress(text, "https://own.example/"))
  )
  it("of the web is one, and one of the service's own documents stays here", () => {
    assert.equal(safeAddress("https://a.example/b?c", undefined), "https://a.example/b?c")
    assert.equal(safeAddress("https://own.example/docs/a.md", "https://own.example/"), "/source/docs/a.md")
  })
  it.each([
    ["data:image/png;base64,AA==", true],
    ["/icon.svg", true],
    ["//a.example/a.png", false],
    ["/\\a.example/a.png", false],
    ["https://a.example/a.png", false],
    ["data:image/svg+xml,x", false]
  ])("%j is an image to show: %j", (url, isOwn) => assert.equal(isOwnImage(url), isOwn))
})

it("an archive made on the page is a skill to the service", async () => {
  const { close, fetch } = demo()
  const { post } = await visit(fetch)
  const response = await post("/api/skills", undefined, {
    body: skillArchive({ name: "for-a-test", description: 'Größe: "a"', text: "Text" })
  })
  const reply = (await response.json()) as { readonly ok: boolean; readonly data: object }
  assert.isTrue(reply.ok)
  assert.include(reply.data, { name: "for-a-test", description: 'Größe: "a"' })
  await close()
})

describe("vectors", () => {
  it("of bytes are compared by angle, and each knows its nearest", () => {
    const { dimensions, matrix } = compare(["a", "b", "c"], "base64_int8", answer([1, 0], [2, 0], [0, 3]))
    assert.equal(dimensions, 2)
    assert.deepEqual(matrix[0], [1, 1, 0])
    assert.deepEqual(
      nearest(matrix, 1, 2).map(({ at }) => at),
      [0, 2]
    )
    assert.deepEqual(rangeOf(matrix), [0, 1])
  })

  it("of bits are compared by the share that agrees, and are a 32nd of floats", () => {
    const { dimensions, matrix } = compare(["a", "b"], "base64_binary", answer([0b1111_0000], [0b1111_1111]))
    assert.equal(dimensions, 8)
    assert.deepEqual(matrix[0], [1, 0])
    assert.deepEqual(
      sizesOf(1024).map(([, bytes]) => bytes),
      [4096, 1024, 128]
    )
  })
})

describe("code", () => {
  const shown = {
    operation: "chat.stream",
    method: "POST",
    path: "/v1/sonar",
    request: { model: "sonar", note: `it's ${"long ".repeat(100)}` },
    isStream: true
  }
  it("for curl asks for a stream and survives quotes", () => {
    assert.include(code.curl(shown, "whole"), `"stream": true`)
    assert.include(code.curl(shown, "whole"), `it'\\''s`)
  })
  it("is short where it is shown and whole where it is copied", () => {
    assert.isBelow(code.Promise(shown, "brief").length, 500)
    assert.include(code.Promise(shown, "whole"), "long ".repeat(100))
    assert.notInclude(code.Promise(shown, "whole"), "stream: true")
  })
})
