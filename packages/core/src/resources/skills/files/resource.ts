// The download of a skill's files, which is not part of the contract, as plain values.

/** The path of files, before the token. */
export const folder = "/downloads/skills"

/** Downloads the zip of a revision. The token in the path is the permission; no key is needed. */
export const get = { name: "SkillFiles.get", method: "GET", path: `${folder}/:token` } as const
