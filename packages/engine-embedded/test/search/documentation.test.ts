// Which files of a project count as its documentation.
import { assert, it } from "vitest"
import { isDocumentation } from "../../src/index.ts"

it.each([
  [
    true,
    "README.md docs/operations.md docs/guides/structured-output.md packages/core/README.md apps/rest/README.md"
  ],
  [
    false,
    "packages/lab/README.md docs/decisions/0001-first.md docs/assumptions.md docs/sizes.md docs LICENSE"
  ],
  [
    false,
    "packages/README.md packages/core/src/README.md tools/README.md x/docs/operations.md .changeset/README.md"
  ]
])("documentation: %s for %s", (expected, paths) => {
  for (const path of paths.split(" ")) assert.strictEqual(isDocumentation(path), expected, path)
})
