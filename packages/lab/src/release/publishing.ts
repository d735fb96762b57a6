// Rules for the manifest of a published package, in the workspace and in the tarball.
import type { Manifest, Package } from "./manifest.ts"

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The exported subpaths that are code: not `null`, not package.json. */
export const modules = ({ exports = {} }: Pick<Manifest, "exports">) =>
  Object.entries(exports).flatMap(([subpath, target]) =>
    target === null || typeof target === "string" ? [] : [[subpath, target] as const]
  )

type Rule = readonly [holds: boolean, what: string]

/** Users start it by its command, and import nothing of it. */
export const isProgram = ({ bin }: Manifest): boolean => bin !== undefined

const ours = /^@leadline\//

/** A program has its code and that of our other packages compiled into it, but what is optional beside it. */
const ofProgram = ({
  dependencies = {},
  exports = {},
  peerDependencies = {},
  peerDependenciesMeta = {}
}: Manifest) => [
  [modules({ exports }).length === 0, "a program exports no module"] as const,
  ...Object.keys({ ...dependencies, ...peerDependencies })
    .filter((name) => ours.test(name) && peerDependenciesMeta[name]?.optional !== true)
    .map((name) => [false, `${name} is compiled into the program`] as const)
]

/** A library shares one copy of core and effect with others; one that uses no package at all needs neither. */
const ofLibrary = (manifest: Manifest): ReadonlyArray<Rule> => {
  const { dependencies = {}, exports = {}, files = [], name, peerDependencies = {} } = manifest
  const usesNone = Object.keys({ ...dependencies, ...peerDependencies }).length === 0
  return [
    [manifest.sideEffects === false, "sideEffects is false"],
    ...["src", "!**/*.tsbuildinfo"].map((entry) => [files.includes(entry), `files has ${entry}`] as const),
    [
      usesNone || peerDependencies["effect"] !== undefined,
      "effect is a peer: two copies break service identity"
    ],
    [
      usesNone || name === "@leadline/core" || peerDependencies["@leadline/core"] === "workspace:^",
      "core is a peer, workspace:^"
    ],
    ...["effect", "@leadline/core"].map(
      (peer) => [!Object.hasOwn(dependencies, peer), `${peer} is no dependency`] as const
    ),
    [exports["./internal/*"] === null, "exports ./internal/* is null"],
    ...modules(manifest).flatMap(([subpath, target]) => [
      [
        same(Object.keys(target), ["@leadline/source", "types", "default"]),
        `conditions of ${subpath}`
      ] as const,
      [!subpath.includes("*"), `${subpath} is one module`] as const
    ])
  ]
}

/** Complaints about the manifest in the workspace. */
export const manifestComplaints = ({ dir, manifest }: Package): ReadonlyArray<string> => {
  const { exports = {}, files = [], scripts = {} } = manifest
  const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const rules: ReadonlyArray<Rule> = [
    [manifest.type === "module", "type is module"],
    [manifest.license === "MIT", "license is MIT"],
    [manifest.description?.endsWith(".") === true, "description is a sentence"],
    [(manifest.keywords ?? []).includes("leadline"), "keywords name leadline"],
    [same(manifest.engines, { node: ">=22.19" }), "engines is node >=22.19"],
    [same(manifest.publishConfig, { access: "public" }), "publishConfig is access: public and no more"],
    ...["dist", "CHANGELOG.md"].map((entry) => [files.includes(entry), `files has ${entry}`] as const),
    [
      Object.keys(scripts).every((script) => /^(build|test|test:long)$/.test(script)),
      "scripts has more than build and tests"
    ],
    [exports["./package.json"] === "./package.json", "exports ./package.json"],
    ...Object.keys(peerDependencies)
      .filter((peer) => !["effect", "@leadline/core"].includes(peer))
      .map(
        (peer) => [peerDependenciesMeta[peer]?.optional === true, `the peer ${peer} is optional`] as const
      ),
    ...(isProgram(manifest) ? ofProgram(manifest) : ofLibrary(manifest))
  ]
  return rules.filter(([holds]) => !holds).map(([, what]) => `${dir}/package.json: ${what}`)
}

/** Complaints about the manifest in a tarball: nothing specific to the workspace may be left in it. */
export const packedComplaints = (manifest: Manifest): ReadonlyArray<string> => {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies, scripts } = manifest
  const { peerDependenciesMeta = {} } = manifest
  const isVersion = (name: string, range: string) =>
    // Of types, any version that a user has will do; an optional peer may be tied to the one that it is tested with.
    /^[\^~]\d/.test(range) ||
    (name.startsWith("@types/") && /^>=\d/.test(range)) ||
    (peerDependenciesMeta[name]?.optional === true && /^\d+\.\d+\.\d+$/.test(range))
  const asked = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return [
    ...(scripts === undefined ? [] : ["has scripts"]),
    ...(devDependencies === undefined ? [] : ["has devDependencies"]),
    ...asked
      .filter(([name, range]) => !isVersion(name, range))
      .map(([name, range]) => `asks for ${name} ${range}`),
    ...modules(manifest)
      .filter(([, target]) => !same(Object.keys(target), ["types", "default"]))
      .map(([subpath]) => `${subpath} leads elsewhere than to types and default`)
  ].map((what) => `the packed manifest of ${manifest.name} ${what}`)
}
