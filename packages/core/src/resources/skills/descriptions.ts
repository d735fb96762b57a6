// Descriptions of skills, for the OpenAPI document.
// Source: §2.6, §4.4.
import { describe } from "../../schema/descriptions.ts"
import { Download, Skill, SkillSummary } from "./schema.ts"

const revision = "The active revision, or the one asked for."

/** The fields of responses. */
export const all = [
  describe(SkillSummary, { revision }),
  describe(Skill, { revision }),
  describe(Download, {
    url: "The address of the zip. It needs no key.",
    expires_at: "When the address stops working."
  })
]
