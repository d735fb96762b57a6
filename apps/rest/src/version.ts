// The version of the package.
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The version in the package's manifest. */
export const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : ""
}
