// Two editors change one skill at a time, and neither overwrites the other. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { isApiError } from "@leadline/core/errors"
import type { Skill } from "@leadline/core/skills"
import { createClient } from "@leadline/transport-node"
import { bundle } from "../../shared/skill.ts"

const client = createClient()

/** Changes the skill as the editor knows it. If it has changed since, reads it again and changes that. */
const edit = async (known: Skill, change: (description: string) => string): Promise<Skill> => {
  try {
    return await client.skills.update({
      skill_id: known.skill_id,
      expected_revision: known.revision,
      file: await bundle(change(known.description))
    })
  } catch (error) {
    if (!isApiError(error) || error._tag !== "ConflictError") throw error
    console.log(`conflict: ${known.revision} is not the latest revision`)
    return edit(await client.skills.get({ skill_id: known.skill_id }), change)
  }
}

const skill = await client.skills.create({ file: await bundle("Reads tide tables.") })
await Promise.all([
  edit(skill, (description) => `${description} Warns of floods.`),
  edit(skill, (description) => `${description} Knows the moon.`)
])

const { description, revision, skill_id } = await client.skills.get({ skill_id: skill.skill_id })
console.log(description)
for await (const { created_at, revision: name } of client.skills.listAllRevisions({ skill_id })) {
  console.log(`${name} of ${created_at}`)
}

await client.skills.delete({ skill_id, expected_revision: revision })
await client.close()
