// Rules for a tarball beside those of publint and attw: its manifest, and every source that a source map names.
import { posix } from "node:path"
import { isProgram, type Manifest, modules, type Package } from "./manifest.ts"

/** Text of each file, by its path inside the package. */
export type Files = ReadonlyMap<string, string>

type Rule = readonly [holds: boolean, complaint: string]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Rules that a manifest of the workspace keeps, too. */
const manifestRules = (manifest: Manifest): ReadonlyArray<Rule> => {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const ours = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) =>
    name.startsWith("@leadline/")
  )
  const own: ReadonlyArray<Rule> = isProgram(manifest)
    ? [
        [modules(manifest).length === 0, "a program exports a module"],
        // Other packages of ours are compiled into it.
        ...ours.map((name): Rule => [peerDependenciesMeta[name]?.optional === true, `asks for ${name}`])
      ]
    : [
        [manifest.sideEffects === false, "sideEffects is not false"],
        // Two copies break the identity of services.
        ...["effect", "@leadline/core"].map((name): Rule => [!(name in dependencies), `${name} is no peer`]),
        ...modules(manifest).map(([subpath, target]): Rule => {
          const conditions = Object.keys(target).filter((name) => name !== "@leadline/source")
          return [same(conditions, ["types", "default"]), `conditions of ${subpath}`]
        })
      ]
  return [
    [manifest.license === "MIT", "license is not MIT"],
    [same(manifest.engines, { node: ">=22.19" }), "engines is not node >=22.19"],
    [same(manifest.publishConfig, { access: "public" }), "publishConfig is not access: public alone"],
    ...own
  ]
}

/** Nothing specific to the workspace is left in a packed manifest. */
const packedRules = (manifest: Manifest): ReadonlyArray<Rule> => {
  const {
    dependencies,
    exports = {},
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta
  } = manifest
  const isVersion = (name: string, range: string) =>
    // Of types, any version that a user has will do; an optional peer may be tied to the one that it is tested with.
    /^[\^~]\d/.test(range) ||
    (name.startsWith("@types/") && /^>=\d/.test(range)) ||
    (peerDependenciesMeta?.[name]?.optional === true && /^\d+\.\d+\.\d+$/.test(range))
  return [
    [manifest.scripts === undefined, "has scripts"],
    [manifest.devDependencies === undefined, "has devDependencies"],
    [!JSON.stringify(exports).includes("@leadline/source"), "exports lead to sources"],
    ...Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies }).map(
      ([name, range]): Rule => [isVersion(name, range), `asks for ${name} ${range}`]
    )
  ]
}

const broken = (rules: ReadonlyArray<Rule>) =>
  rules.flatMap(([holds, complaint]) => (holds ? [] : [complaint]))

/** Complaints about a manifest of the workspace. */
export const manifestComplaints = ({ dir, manifest }: Package): ReadonlyArray<string> =>
  broken(manifestRules(manifest)).map((what) => `${dir}/package.json: ${what}`)

/** The code of a library leads to its sources. */
const mapRules = (files: Files, file: string, text: string): ReadonlyArray<Rule> => {
  const sibling = (path: string) => posix.join(posix.dirname(file), path)
  const isCode = /^dist\/.*\.(js|d\.ts)$/.test(file)
  const map = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1] ?? ""
  const sources: ReadonlyArray<string> = file.endsWith(".map") ? JSON.parse(text).sources : []
  return [
    [!isCode || files.has(sibling(map)), `${file} has no source map`],
    ...sources.map((each): Rule => [files.has(sibling(each)), `${file} names ${each}, which is not there`])
  ]
}

/** Complaints about one package. */
export const tarballComplaints = (files: Files): ReadonlyArray<string> => {
  const manifest: Manifest = JSON.parse(files.get("package.json") ?? "{}")
  const maps = Array.from(files).flatMap(([file, text]) => mapRules(files, file, text))
  const rules = [...manifestRules(manifest), ...packedRules(manifest), ...(isProgram(manifest) ? [] : maps)]
  return broken(rules).map((what) => `${manifest.name}: ${what}`)
}
