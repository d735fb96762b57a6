// What stands in a manifest only for the workspace leaves it when the package is packed.
// See docs/decisions/0004-releases-are-rehearsed-and-need-no-token.md.

const without = (record, ...names) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Sources are shipped for source maps. Node runs no TypeScript below node_modules, so no condition leads there. */
const withoutSources = (targets) =>
  Object.fromEntries(
    Object.entries(targets).map(([subpath, target]) => [
      subpath,
      target !== null && typeof target === "object" ? without(target, "@leadline/source") : target
    ])
  )

/** The release workflow says where the sources are: provenance is refused for a package that does not. */
const repository = (name) => {
  const address = process.env.LEADLINE_REPOSITORY
  return address
    ? { repository: { type: "git", url: `git+${address}.git`, directory: `packages/${name.split("/")[1]}` } }
    : {}
}

const published = (manifest) => ({
  ...without(manifest, "scripts", "devDependencies"),
  ...repository(manifest.name),
  exports: withoutSources(manifest.exports),
  ...(manifest.imports && { imports: withoutSources(manifest.imports) })
})

/** The packages of the Node binary name their platform by a string. pnpm reads lists only, and would install them all. */
const listed = (value) => (typeof value === "string" ? [value] : value)
const isNodeBinary = /^node-(?:bin-)?(?:darwin|linux|win)-/

/** TypeDoc needs the JavaScript API of the compiler, which TypeScript 7 does not have: it gets a compiler of its own. */
const withCompiler = (manifest) => ({
  ...manifest,
  dependencies: { ...manifest.dependencies, typescript: "5.9.3" },
  peerDependencies: without(manifest.peerDependencies, "typescript")
})

export const hooks = {
  readPackage: (manifest) => {
    if (manifest.name === "typedoc") return withCompiler(manifest)
    return isNodeBinary.test(manifest.name)
      ? { ...manifest, os: listed(manifest.os), cpu: listed(manifest.cpu) }
      : manifest
  },
  beforePacking: (manifest) => (manifest.private === true ? manifest : published(manifest))
}
