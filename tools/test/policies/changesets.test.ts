// What a changeset may name and say.
import { assert, it } from "vitest"
import { changeset } from "../../policies/changesets.ts"

const known = new Set(["@leadline/core", "@leadline/rest"])
const complaints = (text: string, version = "0.1.0") =>
  changeset("a.md", text, known, version).map((each) => each.replace("a.md: ", ""))

it("a changeset that names what users know, and says what they can do, has no complaints", () => {
  assert.deepEqual(
    complaints('---\n"@leadline/core": minor\n"@leadline/rest": patch\n---\n\nAsk for more.\n'),
    []
  )
})

it("before 1.0.0 no changeset makes it 1.0.0", () => {
  const major = '---\n"@leadline/core": major\n---\n\nAsk again.\n'
  assert.deepEqual(complaints(major), ["@leadline/core is major, not patch or minor"])
  assert.deepEqual(complaints(major, "1.2.3"), [])
})

it("one that names no package, a package of our own, or says nothing is a complaint", () => {
  assert.deepEqual(complaints("---\n---\n"), ["names no package", "says nothing"])
  assert.deepEqual(complaints('---\n"@leadline/lab": huge\n---\n\nMore.\n'), [
    "names @leadline/lab, which has no changelog",
    "@leadline/lab is huge, not patch or minor"
  ])
  assert.deepEqual(complaints("Words alone."), ["names no package", "says nothing"])
})

it("one that is too long is a complaint", () => {
  assert.deepEqual(complaints(`---\n"@leadline/core": patch\n---\n\n${"word ".repeat(101)}`), [
    "says more than users read: 504 characters, not 500"
  ])
})
