// What a snapshot of declarations holds: what is exported and all it mentions, and nothing of what it does not.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { root } from "../../generated.ts"
import { declarations } from "../../reference/declarations.ts"

let folder = ""
const page = () =>
  declarations({
    name: "a-package",
    description: "",
    dir: relative(root, folder),
    short: "a",
    subpaths: [{ specifier: "a", source: "", types: join(relative(root, folder), "index.d.ts") }]
  })

beforeAll(() => {
  folder = mkdtempSync(join(root, "node_modules/.cache-declarations-"))
  const files = {
    "index.d.ts": 'export { one, type Two as Zwei } from "./inner.ts";\n',
    "inner.d.ts": [
      'import type * as space from "./space.ts";',
      'import type { Far } from "elsewhere";',
      "/** Said of one. */",
      "export declare const one: (two: Two) => space.Three;",
      "export interface Two extends space.Four {",
      "    /** Said of a field. */",
      '    readonly field: Hidden | import("./space.ts").Five | Far;',
      "    readonly Unmentioned: string;",
      "}",
      "interface Hidden {",
      "}",
      "interface Unmentioned {",
      "}",
      ""
    ].join("\n"),
    "space.d.ts":
      "export type Three = 3;\nexport type Four = {};\nexport type Five = 5;\nexport type Six = 6;\n"
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a package's declarations", () => {
  it("hold what is exported", () => {
    assert.include(page(), "export declare const one: (two: Two) => space.Three;")
    assert.include(page(), "export interface Two extends space.Four {")
  })

  it("hold what that mentions, also behind a namespace, a heritage and an import type", () => {
    for (const name of ["interface Hidden", "type Three", "type Four", "type Five"])
      assert.include(page(), name)
  })

  it("hold nothing else: a field is not a mention", () => {
    for (const name of ["interface Unmentioned", "type Six", "Far {"]) assert.notInclude(page(), name)
  })

  it("hold no comment, and two spaces a level", () => {
    assert.notInclude(page(), "Said of")
    assert.include(page(), "{\n  readonly field: Far | Hidden | Five;\n")
  })
})
