// The README of a packed package leads to files of its tarball and to addresses alone.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const module: {
  readonly deadLinks: (text: string, files: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly packedReadme: (text: string, dir: string, repository?: string) => string
} = await import(new URL("../readme.mjs", import.meta.url).href)

const { deadLinks, packedReadme } = module

const root = join(import.meta.dirname, "../..")
const text = "[`a`](../../docs/a.md#b), [here](./x.md) and [there](https://a.example/(b))"

describe("the README of a tarball", () => {
  it("has paths of the repository for links out of its package", () => {
    const packed = "`a` (`docs/a.md` of the repository), [here](./x.md) and [there](https://a.example/(b))"
    assert.strictEqual(packedReadme(text, "packages/a"), packed)
    const named = packedReadme("See [docs/a.md](../../docs/a.md).", "packages/a")
    assert.strictEqual(named, "See `docs/a.md` of the repository.")
  })

  it("has links to the repository where its address is known", () => {
    const packed = packedReadme(text, "packages/a", "https://git.example/a")
    assert.include(packed, "[`a`](https://git.example/a/blob/HEAD/docs/a.md#b), [here](./x.md)")
  })

  it("its dead links are found", () => {
    assert.deepStrictEqual(deadLinks(text, ["x.md"]), ["../../docs/a.md#b"])
    assert.deepStrictEqual(deadLinks(packedReadme(text, "packages/a"), []), ["./x.md"])
  })

  const dirs = globSync("packages/*/README.md", { cwd: root }).map((path) => path.replace("/README.md", ""))

  it.each(dirs)("of %s has no dead link", (dir) => {
    const packed = packedReadme(readFileSync(join(root, dir, "README.md"), "utf8"), dir)
    const files = globSync("**/*", { cwd: join(root, dir), exclude: ["**/node_modules/**"] })
    assert.deepStrictEqual(deadLinks(packed, files), [])
  })
})
