// Which licences pass, and what is said of those that do not.
import { assert, describe, it } from "vitest"
import { isPermissive, licenceOf, licences } from "../../policies/licences.ts"

describe("an SPDX expression", () => {
  it.each([
    "MIT",
    "(MIT)",
    "Apache-2.0",
    "(MIT OR GPL-3.0-only)",
    "GPL-3.0-only OR ISC AND MIT",
    "MIT AND (ISC OR X)"
  ])("%s is permissive", (expression) => assert.isTrue(isPermissive(expression)))

  it.each([
    "",
    "GPL-3.0-only",
    "MIT AND GPL-3.0-only",
    "(MIT OR ISC) AND AGPL-3.0-only",
    "MPL-2.0",
    "SEE LICENSE IN LICENSE.txt",
    "UNLICENSED",
    "mit",
    "(MIT",
    "MIT)",
    "MIT OR",
    "MIT ISC",
    "Apache-2.0 WITH LLVM-exception"
  ])("%s is not", (expression) => assert.isFalse(isPermissive(expression)))
})

describe("a manifest", () => {
  it("names its licence as text, or as old ones do", () => {
    assert.strictEqual(licenceOf({ name: "a", license: "MIT" }), "MIT")
    assert.strictEqual(licenceOf({ name: "a", license: { type: "ISC", url: "there" } }), "ISC")
    assert.strictEqual(licenceOf({ name: "a", licenses: [{ type: "MIT" }, "X"] }), "MIT OR X")
    assert.strictEqual(licenceOf({ name: "a" }), undefined)
    assert.strictEqual(licenceOf({ name: "a", license: 1 }), "UNKNOWN")
  })
})

it("a licence that is missing, unknown or not permissive is a complaint", () => {
  const manifests = new Map([
    ["good@1.0.0", { name: "good", license: "MIT" }],
    ["silent@1.0.0", { name: "silent" }],
    ["copyleft@1.0.0", { name: "copyleft", license: "GPL-3.0-only" }]
  ])
  const { found, wrong } = licences(
    [...manifests.keys(), "absent@1.0.0", "elsewhere@1.0.0"],
    (key) => manifests.get(key),
    (key) => key === "elsewhere@1.0.0"
  )
  assert.deepEqual(wrong, [
    "silent@1.0.0 names no licence",
    "copyleft@1.0.0 is under GPL-3.0-only",
    "absent@1.0.0 is not installed, so its licence is not known"
  ])
  assert.deepEqual([...found], [["MIT", 1]])
})
