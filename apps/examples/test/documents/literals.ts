// What a document writes for a reader and a run must say otherwise: addresses, ports, ids and folders.

const create = "leadline keys create --quiet --name"

/** In every block that is run. */
const everywhere = (baseUrl: string): ReadonlyArray<readonly [RegExp, string]> => [
  [/https?:\/\/(?:127\.0\.0\.1|localhost):8080\b/g, baseUrl],
  [/https:\/\/(?:decisions|leadline|api)\.example\b(?::\d+)?/g, baseUrl],
  [/\bport: 8080\b/g, "port: 0"]
]

/** In shell blocks: keys that are there, and folders that may be written. */
const inShell: ReadonlyArray<readonly [RegExp, string]> = [
  [/\byour-key\b/g, "$LEADLINE_API_KEY"],
  [/\b4fXq0aZ81b\b/g, `"$(${create} spare | cut -c9-18)"`],
  [/\b1207:9f0c…/g, '"$(leadline audit verify --json | jq -r .head)"'],
  [/(?<=< )leaked-key\.txt\b/g, `<(${create} leaked)`],
  [/(?<![\w.$"/])\/(?=(?:var\/lib|somewhere)\/)/g, '"$PWD"/']
]

const applied = (code: string, rules: ReadonlyArray<readonly [RegExp, string]>) =>
  rules.reduce((text, [from, to]) => text.replace(from, () => to), code)

/** A module, as it is run. Lines stay where they are. */
export const moduleText = (code: string, baseUrl: string): string => applied(code, everywhere(baseUrl))

/** A shell block, as it is run. */
export const shellText = (code: string, baseUrl: string): string =>
  applied(code, [...everywhere(baseUrl), ...inShell])

/** Folders and files that shell blocks speak of, in the directory they run in. */
export const beside = {
  folders: ["var/lib/leadline", "somewhere/else", "handbook"],
  files: { "handbook/returns.md": "# Returns\n\nThirty days, with the receipt.\n" }
}
