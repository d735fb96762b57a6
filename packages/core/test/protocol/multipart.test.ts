// Multipart bodies of one file: whatever the bytes, they come back; what is no single file is refused.
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import * as multipart from "../../src/protocol/multipart.ts"
import { runToEnd } from "../../src/scheduling/resumable.ts"

const { boundaryOf, contentType, encode } = multipart
const decode = (body: Uint8Array, boundary: string) => runToEnd(multipart.decode(body, boundary))

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe("a file as a multipart body", () => {
  it("comes back as it was, whatever its bytes", () => {
    const nearly = fc.constantFrom(
      ...["\r\n--b1", "\r\n--b", "\r\n--", "\r", "\n", "--b1--", "\r\n--b12"].map(bytes)
    )
    const file = fc
      .array(fc.oneof(fc.uint8Array({ maxLength: 20 }), nearly), { maxLength: 8 })
      .map((parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part))))
    fc.assert(
      fc.property(file, (content) => {
        assert.deepEqual(decode(encode(content, "b1-and-more"), "b1-and-more"), content)
      }),
      { numRuns: 1000 }
    )
  })

  it("is written so", () => {
    assert.strictEqual(
      String.fromCharCode(...encode(bytes("PK"), "b1")),
      '--b1\r\ncontent-disposition: form-data; name="file"; filename="skill.zip"\r\n' +
        "content-type: application/zip\r\n\r\nPK\r\n--b1--\r\n"
    )
    assert.strictEqual(boundaryOf(contentType("b1")), "b1")
  })

  it("is found behind hostile names and line ends", () => {
    const of = (disposition: string) => decode(bytes(`--b\r\n${disposition}\r\n\r\nPK\r\n--b--`), "b")
    assert.deepEqual(
      of('content-disposition: form-data; filename="a; name=\\"x\\".zip"; name="file"'),
      bytes("PK")
    )
    assert.isString(of('content-disposition: form-data; filename="; name=\\"file\\""'))
    assert.isString(of('content-disposition: form-data; name="file"; name="file"'))
    assert.isString(of('content-disposition: attachment; name="file"'))
    assert.isString(of("x: y"))
    assert.deepEqual(
      decode(bytes("--b \t\r\nContent-Disposition: form-data; NAME=file\r\n\r\n\r\n--b--"), "b"),
      bytes("")
    )
  })

  it.each([
    "",
    "--b",
    "--b--",
    "--b\r\n",
    "--b\r\n\r\n",
    "PK",
    '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nPK'
  ])("%j is none", (body) => {
    assert.isString(decode(bytes(body), "b"))
  })

  it.each(["\r\n--", "\r", "\r\n--bbbbbbbbb", "b"])(
    "the search for its end is one pass: 32 MiB of %j are no trouble",
    (almost) => {
      const boundary = "b".repeat(70)
      const piece = bytes(almost.repeat(16))
      const file = new Uint8Array(32 * 1024 * 1024)
      for (let at = 0; at + piece.length <= file.length; at += piece.length) file.set(piece, at)
      const body = encode(file, boundary)
      const started = performance.now()
      assert.instanceOf(decode(body, boundary), Uint8Array)
      // On an idle machine it takes 30 to 150 ms.
      assert.isBelow(performance.now() - started, 10_000)
    }
  )
})

describe("a content type", () => {
  it.each([
    ["multipart/form-data; boundary=b", "b"],
    ['Multipart/Form-Data ; charset=utf-8; Boundary="a b\'"', "a b'"],
    [
      "multipart/form-data;boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
      "----WebKitFormBoundary7MA4YWxkTrZu0gW"
    ],
    [`multipart/form-data; boundary=${"b".repeat(70)}`, "b".repeat(70)]
  ])("%s names its boundary", (type, boundary) => {
    assert.strictEqual(boundaryOf(type), boundary)
  })

  it.each([
    "",
    "application/json",
    "multipart/form-data",
    "multipart/form-data;",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="',
    'multipart/form-data; boundary="a "',
    "multipart/mixed; boundary=b",
    "multipart/form-data; boundary=a; boundary=b",
    `multipart/form-data; boundary=${"b".repeat(71)}`,
    `multipart/form-data; ${"x=y; ".repeat(300)}boundary=b`
  ])("'%s' names none", (type) => {
    assert.isUndefined(boundaryOf(type))
  })
})
