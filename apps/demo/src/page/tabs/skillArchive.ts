// The zip of a skill that was written on the page.
import { strToU8, zipSync } from "fflate"

/** A skill as its form has it. */
export interface SkillText {
  readonly name: string
  readonly description: string
  readonly text: string
}

/** Its zip, to upload. A JSON string is a YAML string, too. */
export const skillArchive = ({ description, name, text }: SkillText): Blob => {
  const file = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n\n${text}\n`
  return new Blob([zipSync({ "SKILL.md": strToU8(file) })], { type: "application/zip" })
}
