// The zip of a skill that was written on the page.
import { strToU8, zipSync } from "fflate"

/** A JSON string is a YAML string, too. */
const skillFile = ({ description, name, text }: SkillText): string =>
  `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n\n${text}\n`

/** A skill as its form has it. */
export interface SkillText {
  readonly name: string
  readonly description: string
  readonly text: string
}

/** Its zip, to upload. */
export const skillArchive = (skill: SkillText): Blob =>
  new Blob([zipSync({ "SKILL.md": strToU8(skillFile(skill)) })], { type: "application/zip" })
