// How the files of skills are fetched, beside the contract: plain values.

/** Where files are; a token follows. */
export const folder = "/downloads/skills"

/** Fetches the zip of a revision. The token in the path is the permission: no key is asked for. */
export const get = { name: "SkillFiles.get", method: "GET", path: `${folder}/:token` } as const
