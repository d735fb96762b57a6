// Which files of a project count as its documentation.
import { assert, describe, it } from "@effect/vitest"
import { isDocumentation } from "../../src/index.ts"

describe("the documentation of a project", () => {
  it.each([
    "README.md",
    "docs/operations.md",
    "docs/guides/structured-output.md",
    "packages/core/README.md",
    "apps/rest/README.md"
  ])("has %s", (path) => assert.isTrue(isDocumentation(path)))

  it.each([
    "docs/api/core.md",
    "docs/decisions/0001-first.md",
    "docs/assumptions.md",
    "docs/sizes.md",
    "docs",
    "LICENSE",
    "packages/README.md",
    "packages/core/src/README.md",
    "tools/README.md",
    "x/docs/operations.md",
    ".changeset/README.md"
  ])("has no %s", (path) => assert.isFalse(isDocumentation(path)))
})
