// The operations as plain values: name, method, path and retry class.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.

/** Lists skills, newest first. */
export const list = { name: "Skills.list", method: "GET", path: "/v1/skills", retry: "safe" } as const

/** Lists the revisions of a skill, newest first. */
export const listRevisions = {
  name: "Skills.listRevisions",
  method: "GET",
  path: "/v1/skills/:skill_id/revisions",
  retry: "safe"
} as const

/** Makes a skill of a bundle. */
export const create = { name: "Skills.create", method: "POST", path: "/v1/skills", retry: "never" } as const

/** Returns one skill. */
export const get = { name: "Skills.get", method: "GET", path: "/v1/skills/:skill_id", retry: "safe" } as const

/** Gives a skill a new revision. */
export const update = {
  name: "Skills.update",
  method: "PUT",
  path: "/v1/skills/:skill_id",
  retry: "never"
} as const

/** Deletes a skill with all revisions. */
const remove = {
  name: "Skills.delete",
  method: "DELETE",
  path: "/v1/skills/:skill_id",
  retry: "never"
} as const
export { remove as delete }

/** Returns the download URL of a revision. */
export const download = {
  name: "Skills.download",
  method: "GET",
  path: "/v1/skills/:skill_id/download",
  retry: "safe"
} as const
