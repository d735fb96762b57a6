// Fetches the zip of a skill, from an address that needs no key and soon expires. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { bundle } from "../shared/skill.ts"

const client = createClient({})

const { revision, skill_id } = await client.skills.create({ file: await bundle("Reads tide tables.") })

const { expires_at, url } = await client.skills.download({ skill_id })
const zip = await fetch(url)
console.log(`${(await zip.arrayBuffer()).byteLength} bytes, until ${expires_at}`)

await client.skills.delete({ skill_id, expected_revision: revision })

await client.close()
