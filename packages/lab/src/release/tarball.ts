// Rules for the files of a tarball: only expected ones, and every source that a source map names.
import { posix } from "node:path"
import { isProgram, modules } from "./publishing.ts"
import type { Manifest } from "./manifest.ts"

/** Text of each file, by its path inside the package. */
export type Files = ReadonlyMap<string, string>

const meant =
  /^(src\/.*\.(ts|json)|data\/.*|package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md|dist\/parts\/\w+\.js(\.map)?)$/

/** The build of a program deletes dist first, and its code has no maps. */
const ofProgram =
  /^(dist\/.*|bin\/\w+\.js|deploy\/(Dockerfile|leadline\.service)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/

/** turbo and tsc never delete stale files in dist, which would be published. */
const fileComplaint = (files: Files, file: string): string | undefined => {
  // Shared chunks have many sources, and each build rewrites them.
  if (meant.test(file)) return undefined
  const source = /^dist\/(.*?)(?:(?:\.d\.ts|\.js)(?:\.map)?|(\.json))$/.exec(file)
  if (source === null) return `${file} is not meant`
  return files.has(`src/${source[1]}${source[2] ?? ".ts"}`)
    ? undefined
    : `${file} is stale: delete dist and build again`
}

/** Complaints about a source map: its `sources` are paths from its folder, and must be in the package. */
const mapComplaints = (files: Files, file: string, text: string): ReadonlyArray<string> => {
  const map: { mappings?: string; sourceRoot?: string; sources?: ReadonlyArray<string> } = JSON.parse(text)
  const { mappings = "", sourceRoot = "", sources = [] } = map
  // A file of re-exports alone has no mappings.
  if (sources.length === 0 && mappings !== "") return [`${file} names no source`]
  return sources
    .map((source) => posix.join(posix.dirname(file), sourceRoot, source))
    .filter((source) => !files.has(source))
    .map((source) => `${file} names ${source}, which is not there`)
}

/** Complaints about code or types without a source map. */
const codeComplaint = (files: Files, file: string, text: string): string | undefined => {
  const named = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1]
  if (named === undefined) return `${file} names no source map`
  const map = posix.join(posix.dirname(file), named)
  return files.has(map) ? undefined : `${file} names ${map}, which is not there`
}

const programComplaints = (files: Files, { bin = {} }: Manifest): ReadonlyArray<string> => [
  ...Object.values(bin)
    .filter((file) => !files.get(file)?.startsWith("#!/usr/bin/env node\n"))
    .map((file) => `${file} is no program of Node`),
  ...[...files.keys()].filter((file) => !ofProgram.test(file)).map((file) => `${file} is not meant`)
]

const libraryComplaints = (files: Files, manifest: Manifest): ReadonlyArray<string> => [
  ...modules(manifest).flatMap(([subpath, target]) =>
    Object.entries(target)
      .filter(([, file]) => !files.has(posix.normalize(file)))
      .map(([condition, file]) => `${subpath}: ${condition} is ${file}, which is not there`)
  ),
  ...[...files]
    .flatMap(([file, text]) => [
      fileComplaint(files, file) ?? [],
      /^dist\/.*\.(js|d\.ts)$/.test(file) ? (codeComplaint(files, file, text) ?? []) : [],
      file.endsWith(".map") ? mapComplaints(files, file, text) : []
    ])
    .flat()
]

/** Complaints about the files of one package. */
export const tarballComplaints = (files: Files, manifest: Manifest): ReadonlyArray<string> =>
  [
    ...["package.json", "README.md", "LICENSE", "CHANGELOG.md"]
      .filter((file) => !files.has(file))
      .map((file) => `${file} is missing`),
    ...(isProgram(manifest) ? programComplaints(files, manifest) : libraryComplaints(files, manifest))
  ].map((what) => `${manifest.name}: ${what}`)
