// What stands in a manifest only for the workspace leaves it when the package is packed.
// Source: none; Assumed: ours, docs/decisions/0016-gates.md.

/** Sources are shipped for source maps; Node refuses to run TypeScript below node_modules, so no condition leads there. */
const withoutSources = (exports) =>
  Object.fromEntries(
    Object.entries(exports).map(([subpath, target]) => {
      if (target === null || typeof target !== "object") return [subpath, target]
      const { "@leadline/source": _, ...published } = target
      return [subpath, published]
    })
  )

/** The forge's workflow says where the sources are: provenance is refused for a package that does not name them. */
const repository = (name) => {
  const address = process.env["LEADLINE_REPOSITORY"]
  return address
    ? { repository: { type: "git", url: `git+${address}.git`, directory: `packages/${name.split("/")[1]}` } }
    : {}
}

const published = ({ scripts: _, devDependencies: __, ...manifest }) => ({
  ...manifest,
  ...repository(manifest.name),
  exports: withoutSources(manifest.exports)
})

export const hooks = {
  beforePacking: (manifest) => (manifest.private === true ? manifest : published(manifest))
}
