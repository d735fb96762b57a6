// The type of this package's own manifest, which lies outside of the sources.
declare module "@leadline/core/package.json" {
  const manifest: { readonly version: string }
  export default manifest
}
