// Multipart bodies of one file: whatever the bytes, they come back; what is no single file is refused.
import * as fc from "fast-check"
import { assert, it } from "vitest"
import * as multipart from "../../src/protocol/multipart.ts"
import { runToEnd } from "../../src/scheduling/resumable.ts"
import { runs } from "../fixtures/runs.ts"

const { boundaryOf, encode } = multipart

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

const decode = (body: Uint8Array, boundary: string) => runToEnd(multipart.decode(body, boundary))

it("a file comes back from a multipart body as it was, whatever its bytes", () => {
  const nearly = fc.constantFrom(
    ...["\r\n--b1", "\r\n--b", "\r\n--", "\r", "\n", "--b1--", "\r\n--b12"].map(bytes)
  )
  const file = fc
    .array(fc.oneof(fc.uint8Array({ maxLength: 20 }), nearly), { maxLength: 8 })
    .map((parts) => Uint8Array.from(Buffer.concat(parts)))
  fc.assert(
    fc.property(file, (content) => {
      assert.deepEqual(decode(encode(content, "b1-and-more"), "b1-and-more"), content)
    }),
    { numRuns: runs(100, 1_000) }
  )
})

it.each(["\r", "\r\n--bbbbbbbbb"])(
  "the search for the end of a file reads each byte about once, also in a file of %j",
  (almost) => {
    const boundary = "b".repeat(70)
    const body = encode(bytes(almost.repeat(10_000)), boundary)
    let reads = 0
    const counting = new Proxy(body, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value === "number" && name !== "length") reads++
        return typeof value === "function" ? value.bind(target) : value
      }
    })
    assert.instanceOf(decode(counting, boundary), Uint8Array)
    assert.isAbove(reads, body.length / 2)
    assert.isAtMost(reads, 1.1 * body.length)
  }
)

it.each([
  ['filename="a; name=\\"x\\".zip"; name="file"', true],
  ["name=file", true],
  ['filename="; name=\\"file\\""', false],
  ['name="file"; name="file"', false]
])("a part of form-data; %s is a file: %s", (names, isFile) => {
  const part = `content-disposition: form-data; ${names}\r\n\r\nPK`
  const found = decode(bytes(`hello\r\n--b \t\r\n${part}\r\n--b--bye`), "b")
  if (isFile) assert.deepEqual(found, bytes("PK"))
  else assert.isString(found)
})

it.each(["--b--", "--b\r\n\r\nPK"])("a body of no part, or without an end, has no file: %j", (body) => {
  assert.isString(decode(bytes(body), "b"))
})

it.each([
  ['Multipart/Form-Data ; charset=utf-8; Boundary="a b\'"', "a b'"],
  [`multipart/form-data; boundary=${"b".repeat(70)}`, "b".repeat(70)],
  ["multipart/form-data; boundary=a; boundary=b", undefined],
  [`multipart/form-data; boundary=${"b".repeat(71)}`, undefined],
  [`multipart/form-data; ${"x=y; ".repeat(300)}boundary=b`, undefined]
])("the content type '%s' names the boundary %s", (type, boundary) => {
  assert.strictEqual(boundaryOf(type), boundary)
})
