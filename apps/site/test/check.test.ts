// What fails the build of the site, and where links of documents lead.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { checkSite } from "../tools/check.ts"
import { allPages, forgotten } from "../tools/pages.ts"

describe("a built site", () => {
  const folder = mkdtempSync(join(tmpdir(), "leadline-site-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const check = (pages: Readonly<Record<string, string>>) => {
    rmSync(folder, { recursive: true, force: true })
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return checkSite(folder, "/docs/").complaints
  }

  it("is complete where every link and anchor leads somewhere", () => {
    const index = '<a href="/docs/a/b#there">b</a> <a href="#here" id="here">h</a> <a href="/docs/">home</a>'
    const b = '<h2 id="there">b</h2> <a href="../index.html">home</a> <a href="https://a.example">a</a>'
    assert.deepEqual(check({ "index.html": index, "a/b.html": b }), [])
  })

  it.each([
    ['<a href="/docs/missing">x</a>', "/docs/missing is no page"],
    ['<a href="/elsewhere">x</a>', "/elsewhere is not below /docs/"],
    ['<a class="x" href="#missing">x</a>', "#missing names no anchor of index.html"],
    ['<a href="/docs/#missing">x</a>', "/docs/#missing names no anchor of index.html"],
    ['<script src="https://a.example/x.js"></script>', "loads https://a.example/x.js"],
    ['<link rel="stylesheet" href="//a.example/x.css">', "loads //a.example/x.css"],
    ['<img alt="" src="https://a.example/x.png">', "loads https://a.example/x.png"]
  ])("with %s is wrong", (html, complaint) => {
    assert.deepEqual(check({ "index.html": html }), [`index.html: ${complaint}`])
  })
})

const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, "")

/** The guide that names the repository. */
const actions = (repository: string | undefined) =>
  allPages(repository).find(({ path }) => path === "guides/github-actions")?.text ?? ""

describe("pages", () => {
  it("show every document", () => {
    assert.deepEqual(forgotten, [])
  })

  it("name the repository where it is known", () => {
    assert.include(
      actions("https://forge.example/owner/name"),
      "uses: owner/name/.github/actions/leadline@REF"
    )
    assert.notInclude(actions("https://forge.example/owner/name.git"), "OWNER/leadline")
    assert.include(actions(undefined), "OWNER/leadline")
  })

  it("lead to pages, to the repository or to other sites, never to files beside them", () => {
    for (const repository of [undefined, "https://forge.example/owner/name"])
      for (const { path, text } of allPages(repository)) {
        const wrong = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target = ""]) => target)
          .filter((target) => !/^(?:\/(?!\/)|#|https?:|mailto:)/.test(target))
        assert.deepEqual(wrong, [], path)
      }
  })

  it("lead to the repository for a file that has no page", () => {
    const pages = allPages("https://forge.example/owner/name")
    const core = pages.find(({ path }) => path === "packages/engine-embedded")?.text
    assert.include(
      core,
      "](https://forge.example/owner/name/blob/HEAD/packages/engine-embedded/src/index.ts)"
    )
  })
})
