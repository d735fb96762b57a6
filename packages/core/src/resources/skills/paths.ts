// The paths in the zip of a skill: which are safe to unpack, which collide, and which is that of SKILL.md.

/** A folder that macOS adds does not count as a second folder at the top. */
export const macFolder = "__MACOSX/"

/** Whether a path stays inside the folder that an archive is unpacked to. */
export const isSafe = (path: string): boolean =>
  !/^[A-Za-z]:|[\\\p{Cc}]/u.test(path) &&
  path
    .replace(/\/$/, "")
    .split("/")
    .every((name) => name !== "" && name !== "." && name !== "..")

/** The path of SKILL.md: at the root, or in the only folder at the top. */
export const skillFileOf = (paths: ReadonlyArray<string>): string | undefined => {
  const own = paths.filter((path) => !path.startsWith(macFolder))
  const [top = ""] = own[0]?.split("/", 1) ?? []
  if (own.includes("SKILL.md")) return "SKILL.md"
  const isOnly = own.every((path) => path.startsWith(`${top}/`))
  return isOnly && own.includes(`${top}/SKILL.md`) ? `${top}/SKILL.md` : undefined
}

/** A path as file systems compare it that ignore case, how accents are encoded, and characters without a shape. */
const folded = (path: string): string =>
  path
    .normalize("NFD")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .toUpperCase()

interface Entry {
  readonly number: number
  readonly isFolder: boolean
  readonly names: ReadonlyArray<string>
  readonly folded: ReadonlyArray<string>
  readonly order: string
}

const entryOf = (path: string, index: number): Entry => {
  const whole = path.replace(/\/$/, "")
  const one = folded(whole)
  return {
    number: index + 1,
    isFolder: whole !== path,
    names: whole.split("/"),
    folded: one.split("/"),
    // No path contains a control character: what is in a folder follows it at once.
    order: one.replace(/\//g, "\0")
  }
}

/** Whether two entries that are neighbours in their order write one folder in two ways, or are one path. */
const collide = (left: Entry, right: Entry): boolean => {
  const at = left.names.findIndex(
    (name, index) => name !== right.names[index] || left.folded[index] !== right.folded[index]
  )
  if (at < 0) return !left.isFolder || left.names.length === right.names.length
  return left.folded[at] === right.folded[at]
}

/**
 * The numbers of two entries, from 1, that cannot both be unpacked on systems that ignore case or how accents are encoded:
 * one path, one folder with two names, or a file where the other needs a folder.
 */
export const collisionOf = (paths: ReadonlyArray<string>): readonly [number, number] | undefined => {
  const entries = paths.map(entryOf).toSorted((left, right) => (left.order < right.order ? -1 : 1))
  const at = entries.findIndex((right, index) => {
    const left = entries[index - 1]
    return left !== undefined && collide(left, right)
  })
  const [left, right] = entries.slice(at - 1, at + 1).map(({ number }) => number)
  if (at < 1 || left === undefined || right === undefined) return undefined
  return left < right ? [left, right] : [right, left]
}
