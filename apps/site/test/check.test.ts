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
    ['<a href="/docs/#missing">x</a>', "/docs/#missing names no anchor of index.html"],
    ['<script src="https://a.example/x.js"></script>', "loads https://a.example/x.js"],
    ['<link rel="stylesheet" href="//a.example/x.css">', "loads //a.example/x.css"]
  ])("with %s is wrong", (html, complaint) => {
    assert.deepEqual(check({ "index.html": html }), [`index.html: ${complaint}`])
  })
})

const withoutCode = (text: string) => text.replaceAll(/^ *```[^]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, "")
const forge = "https://forge.example/owner/name"
const pageOf = (path: string, repository?: string) =>
  allPages(repository).find((page) => page.path === path)?.text ?? ""

describe("pages", () => {
  it("show every document", () => {
    assert.deepEqual(forgotten, [])
  })

  it("name the repository where it is known, and lead to it for a file that has no page", () => {
    const uses = "uses: owner/name/.github/actions/leadline@REF"
    for (const url of [forge, `${forge}.git`]) assert.include(pageOf("guides/github-actions", url), uses)
    assert.include(pageOf("guides/github-actions"), "OWNER/leadline")
    const file = `](${forge}/blob/HEAD/packages/engine-embedded/src/index.ts)`
    assert.include(pageOf("packages/engine-embedded", forge), file)
  })

  it("lead to pages, to the repository or to other sites, never to files beside them", () => {
    for (const repository of [undefined, forge])
      for (const { path, text } of allPages(repository)) {
        const targets = Array.from(
          withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g),
          ([, target = ""]) => target
        )
        const wrong = targets.filter((target) => !/^(?:\/(?!\/)|#|https?:|mailto:)/.test(target))
        assert.deepEqual(wrong, [], path)
      }
  })
})
