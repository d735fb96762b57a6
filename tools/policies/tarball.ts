// What a tarball holds: what is meant and nothing else, and every source that a map names.
import { posix } from "node:path"
import { modules } from "./publishing.ts"
import type { Manifest } from "./manifest.ts"

/** Text of each file, by its path inside the package. */
export type Files = ReadonlyMap<string, string>

const meant =
  /^(src\/.*\.(ts|json)|data\/.*|package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md|dist\/parts\/\w+\.js(\.map)?)$/

/** Files left in dist from sources that are gone would be published: turbo and tsc never delete them. */
const fileComplaint = (files: Files, file: string): string | undefined => {
  // Parts that several exports share are joined of many sources, and rewritten by each build.
  if (meant.test(file)) return undefined
  const source = /^dist\/(.*?)(?:(?:\.d\.ts|\.js)(?:\.map)?|(\.json))$/.exec(file)
  if (source === null) return `${file} is not meant`
  return files.has(`src/${source[1]}${source[2] ?? ".ts"}`)
    ? undefined
    : `${file} is stale: delete dist and build again`
}

/** A map is of use where its sources are: `sources` are paths from the map's folder. */
const mapComplaints = (files: Files, file: string, text: string): ReadonlyArray<string> => {
  const { sourceRoot = "", sources = [] }: { sourceRoot?: string; sources?: ReadonlyArray<string> } =
    JSON.parse(text)
  return sources
    .map((source) => posix.join(posix.dirname(file), sourceRoot, source))
    .filter((source) => !files.has(source))
    .map((source) => `${file} names ${source}, which is not there`)
}

/** Code and types have maps, and name them. */
const codeComplaint = (files: Files, file: string, text: string): string | undefined => {
  const named = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1]
  if (named === undefined) return `${file} names no source map`
  const map = posix.join(posix.dirname(file), named)
  return files.has(map) ? undefined : `${file} names ${map}, which is not there`
}

/** Complaints about the files of one package. */
export const tarballComplaints = (files: Files, manifest: Manifest): ReadonlyArray<string> =>
  [
    ...["package.json", "README.md", "LICENSE"]
      .filter((file) => !files.has(file))
      .map((file) => `${file} is missing`),
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
  ].map((what) => `${manifest.name}: ${what}`)
