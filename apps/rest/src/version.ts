// The version of the package.
import { readFileSync } from "node:fs"
import { findPackageJSON } from "node:module"

/** The version in the package's manifest, the nearest one above this file. */
export const version = (): string => {
  const path = findPackageJSON(import.meta.url)
  const manifest: unknown = path === undefined ? undefined : JSON.parse(readFileSync(path, "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : ""
}
