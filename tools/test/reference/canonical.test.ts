// Declarations read the same whatever order the compiler came upon the members of a union in.
import { assert, describe, it } from "vitest"
import { canonical, inOrder } from "../../reference/canonical.ts"

describe("a union", () => {
  it("has plain types first, then the others by their texts, absence last", () =>
    assert.deepEqual(inOrder(["undefined", "{ b: 1 }", "null", "string", "A"]), [
      "string",
      "A",
      "{ b: 1 }",
      "null",
      "undefined"
    ]))

  it("is not ordered by its comments", () =>
    assert.deepEqual(inOrder(['{\n// Zoo.\ntype: "a" }', '{\n// Ape.\ntype: "b" }']), [
      '{\n// Zoo.\ntype: "a" }',
      '{\n// Ape.\ntype: "b" }'
    ]))
})

describe("a declaration", () => {
  it.each([
    ["type A = C | B;", "type A = B | C;"],
    ["type A = { x: D | C } | B<F | E>;", "type A = B<E | F> | { x: C | D };"],
    ["type A = (D | C)[] | B;", "type A = (C | D)[] | B;"],
    ["type A = [C | B, F | E];", "type A = [B | C, E | F];"],
    ["type A = (c: C | null | B) => E | D;", "type A = (c: B | C | null) => D | E;"],
    ["type A = [C, B];", "type A = [C, B];"]
  ])("%s reads %s", (given, wanted) => assert.equal(canonical(given), wanted))

  it("keeps members of the same text", () => assert.equal(canonical("type A = B | B;"), "type A = B | B;"))
})
