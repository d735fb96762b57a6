// The command `places`: the files that an addition touches, seen by what names the resources, operations and settings of today.
import { spawnSync } from "node:child_process"
import { operations, resources } from "@leadline/core/resources"
import { command as define, texts, UsageError } from "../command.ts"
import { root } from "../program.ts"

/** Files that people write. */
const written = ["*.ts", "*.tsx", "*.mjs", "*.json", "*.md", ":!*CHANGELOG.md", ":!*assumptions.md"]

/** The files with a line that matches; `without` is the folder of a resource. */
const filesWith = (pattern: string, without: string): ReadonlyArray<string> => {
  const args = ["grep", "--name-only", "--perl-regexp", "-e", pattern, "--", ...written, `:!*/${without}/*`]
  const { stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return stdout.split("\n").filter((path) => path !== "")
}

const inKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const capitalized = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The folder of a resource, which may be named anything in it. */
const folders: { readonly [resource: string]: string } = {
  asyncChat: "chat/async",
  contextualizedEmbeddings: "embeddings/contextualized"
}

const folderOf = (resource: string) => `resources/${folders[resource] ?? inKebab(resource)}`

/** A resource by import, by its service or layer, as a key, as a name in quotes, as a field of a client. */
const naming = (resource: string): string => {
  const service = capitalized(resource)
  return [
    `"@leadline/core/${inKebab(resource)}"`,
    `/${folderOf(resource)}/[a-z]+\\.ts"`,
    `\\b${service}\\.(use|routes)\\b`,
    `\\blayer(Fake)?${service}\\b`,
    `^ +(readonly )?${resource}\\??:`,
    `["\`]\\./?${inKebab(resource)}["\`]`,
    `["\`](${resource}|${service})(\\.[a-z]\\w+)?["\`]`,
    `\\b(client|c|services)\\.${resource}\\b`
  ].join("|")
}

const namingOperation = (operation: string): string => {
  const name = operation.replace(".", "\\.")
  return `["\`]${capitalized(name)}["\`]|^ +"?${capitalized(name)}"?:|\\b${name}\\b`
}

/** `minDataRate` of `LEADLINE_MIN_DATA_RATE`. */
const camelCase = (variable: string) =>
  variable
    .replace("LEADLINE_", "")
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The files that name a resource, an operation like `skills.list`, or a setting by its variable or its name. */
const placesOf = (name: string): ReadonlyArray<string> => {
  const [resource = "", method = ""] = name.split(".")
  if (Object.hasOwn(resources, name)) return filesWith(naming(name), folderOf(name))
  if (operations.some(({ id }) => id === name)) {
    const named = filesWith(namingOperation(name), folderOf(resource))
    const defining = filesWith(`^ +${method}:`, folderOf(resource)).filter((path) =>
      path.includes(inKebab(resource))
    )
    return [...new Set([...named, ...defining])].toSorted()
  }
  if (name.startsWith("LEADLINE_") && filesWith(`"${name}"`, "node_modules").length > 0)
    return filesWith(`\\b(${name}|${camelCase(name)})\\b`, "node_modules")
  throw new UsageError(`--files: expected a resource, an operation or a setting, got ${name}`)
}

/** Prints the places. */
export const command = define({
  about: "Counts the files that name a resource outside its folder.",
  options: {
    files: texts(
      "prints these files instead: of a resource like skills, an operation like skills.list, a setting by its variable",
      "NAME"
    )
  },
  run: async ({ files }) => {
    for (const name of files) console.log([name, ...placesOf(name).map((path) => `  ${path}`)].join("\n"))
    if (files.length > 0) return
    for (const name of Object.keys(resources)) console.log(`${placesOf(name).length} files name ${name}`)
  }
})
