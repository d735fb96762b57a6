// Makes a skill of a zip in memory. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { bundle } from "../shared/skill.ts"

const client = createClient({})

const skill = await client.skills.create({ file: await bundle("Reads tide tables.") })
console.log(`${skill.skill_id}, ${skill.name}: ${skill.description}`)

await client.skills.delete({ skill_id: skill.skill_id, expected_revision: skill.revision })

await client.close()
