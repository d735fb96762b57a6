// What the rehearsal says of releases that are in lockstep, and of those that are not.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Package } from "../../src/release/copy.ts"
import { checks } from "../../src/release/lockstep.ts"
import { newestWithin } from "../../src/release/updates.ts"
import type { Packument, Registry } from "../../src/release/registry.ts"
import type { Released } from "../../src/release/release.ts"

const bytes = Buffer.from("a tarball")
const hash = (algorithm: string) => createHash(algorithm).update(bytes)

let directory: string
const tarball = () => join(directory, "store.tgz")
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "leadline-lockstep-"))
  mkdirSync(join(directory, "package"))
  writeFileSync(
    join(directory, "package/CHANGELOG.md"),
    "# store\n\n## 0.2.0\n\n### Minor\n\n- It can.\n\n## 0.1.0\n"
  )
  execFileSync("tar", ["-czf", tarball(), "-C", directory, "package"])
})
afterAll(() => rmSync(directory, { recursive: true }))

const store = (): Package => ({
  directory,
  manifest: {
    name: "@leadline/store",
    version: "0.2.0",
    peerDependencies: { "@leadline/core": "workspace:^", effect: "^4.1.0" },
    dependencies: { driver: "1.2.3" }
  }
})

const tests = (): Package => ({
  directory,
  manifest: { name: "@leadline/tests", version: "0.2.0", private: true }
})

const served = (change: Readonly<Record<string, unknown>> = {}): Packument => ({
  "dist-tags": { latest: "0.2.0" },
  versions: {
    "0.1.0": { name: "@leadline/store", version: "0.1.0", dist: { tarball: "", integrity: "" } },
    "0.2.0": {
      name: "@leadline/store",
      version: "0.2.0",
      peerDependencies: { "@leadline/core": "^0.2.0", effect: "^4.1.0" },
      dependencies: { driver: "1.2.3" },
      dist: { tarball: "", integrity: `sha512-${hash("sha512").digest("base64")}` },
      ...change
    }
  }
})

const registry = (packuments: Readonly<Record<string, Packument>>): Registry => ({
  url: "http://127.0.0.1/",
  npmrc: "",
  scopedNpmrc: "",
  packument: (name) => Promise.resolve(packuments[name]),
  tarball: () => Promise.resolve(bytes),
  reachesOthers: () => Promise.resolve(false),
  close: () => Promise.resolve()
})

const released = (change: Partial<Released> = {}): Released => ({
  before: "0.1.0",
  version: "0.2.0",
  kind: "minor",
  packed: [{ package: store(), path: tarball(), sha256: hash("sha256").digest("hex") }],
  strayed: [],
  ...change
})

const wrong = async (packuments: Readonly<Record<string, Packument>>, what = released()) =>
  (await checks(what, [store(), tests()], ["0.1.0"], registry(packuments), "@leadline"))
    .filter(({ ok }) => !ok)
    .map(({ detail, name }) => `${name}: ${detail}`)

describe("a release", () => {
  it("in lockstep passes", async () => {
    assert.deepStrictEqual(await wrong({ "@leadline/store": served() }), [])
  })

  it.each([
    [{ peerDependencies: { "@leadline/core": "0.2.0", effect: "^4.1.0" } }, `"0.2.0", not "^0.2.0"`],
    [{ peerDependencies: { "@leadline/core": "^0.1.0", effect: "^4.1.0" } }, `"^0.1.0", not "^0.2.0"`],
    [{ peerDependencies: { "@leadline/core": "^0.2.0", effect: "^4.0.0" } }, `"^4.0.0", not "^4.1.0"`],
    [{ peerDependencies: { "@leadline/core": "^0.2.0" } }, `undefined, not "^4.1.0"`],
    [{ dependencies: { driver: "1.2.3", effect: "4.1.0" } }, `"4.1.0", not undefined`],
    [{ dist: { tarball: "", integrity: "sha512-other" } }, `integrity: "sha512-other", not`]
  ])("with %o does not", async (change, words) => {
    const [first = "", ...more] = await wrong({ "@leadline/store": served(change) })
    assert.include(first, words)
    assert.isEmpty(more)
  })

  it("whose tarball has no changelog does not pass", async () => {
    const packed = released().packed.map((each) => ({ ...each, path: join(directory, "none.tgz") }))
    const reported = await wrong({ "@leadline/store": served() }, released({ packed }))
    assert.deepStrictEqual(reported, ["@leadline/store: changelog: entry of 0.2.0"])
  })

  it("of another version than its changesets ask for does not pass", async () => {
    const reported = await wrong({ "@leadline/store": served() }, released({ kind: "major" }))
    assert.deepStrictEqual(reported, [`version after 0.1.0: "0.2.0", not "1.0.0"`])
  })

  it("that leaves a package out, or publishes a private one, does not pass", async () => {
    assert.include((await wrong({}, released({ packed: [] })))[0], `[], not ["@leadline/store"]`)
    const reported = await wrong({ "@leadline/store": served(), "@leadline/tests": served() })
    assert.deepStrictEqual(reported, ["@leadline/tests: stays private: published"])
  })

  it("that is not the latest, was served other bytes or changed other files does not pass", async () => {
    const late = { ...served(), "dist-tags": { latest: "0.1.0" } }
    assert.deepStrictEqual(await wrong({ "@leadline/store": late }), [
      `@leadline/store: latest: "0.1.0", not "0.2.0"`
    ])
    const other = released({
      packed: [{ package: store(), path: tarball(), sha256: "0" }],
      strayed: ["pnpm-lock.yaml"]
    })
    const reported = await wrong({ "@leadline/store": served() }, other)
    assert.include(reported[0], `["pnpm-lock.yaml"], not []`)
    assert.include(reported[1], "served as packed")
  })
})

it("a caret takes what has the same first number, and below 1.0 the same second one", () => {
  const versions = ["0.1.0", "0.1.1", "0.2.0", "1.0.0", "1.0.1", "1.1.0"]
  assert.strictEqual(newestWithin("0.1.0", versions), "0.1.1")
  assert.strictEqual(newestWithin("1.0.0", versions), "1.1.0")
  assert.strictEqual(newestWithin("2.0.0", versions), "2.0.0")
})
