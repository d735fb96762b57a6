// The form for a skill: written on the page, or uploaded as a zip.
// Source: §2.6; the form of SKILL.md is Assumed: docs.
import type { SkillSummary } from "@leadline/core/skills"
import { useState } from "preact/hooks"
import { Choices } from "../components/Choices.tsx"
import { Area, Field } from "../components/Fields.tsx"
import { useSessionState } from "../useSessionState.ts"
import { handleSubmit } from "../handleSubmit.ts"
import { skillArchive } from "./skillArchive.ts"

const defaults = {
  by: "writing" as "writing" | "file",
  name: "answer-politely",
  description: "How to answer complaints.",
  text: "# Answer politely\n\nThank the customer, explain what happened and what happens next."
}

/** Uploads a skill, or a new revision of `target`. */
export const SkillForm = ({
  cancel,
  send,
  target
}: {
  readonly target: SkillSummary | undefined
  readonly send: (file: Blob) => void
  readonly cancel: () => void
}) => {
  const [form, setForm] = useSessionState("skills", defaults)
  const [file, setFile] = useState<File>()
  const change = (changed: Partial<typeof defaults>) => setForm((before) => ({ ...before, ...changed }))
  return (
    <form
      onSubmit={handleSubmit(() => {
        if (form.by === "writing") send(skillArchive(form))
        else if (file !== undefined) send(file)
      })}
    >
      <h3 id="skill-form" tabIndex={-1}>
        {target === undefined ? "New skill" : `New revision of ${target.name}`}
      </h3>
      <Choices
        label="Source of the skill"
        names={{ writing: "Write here", file: "Upload a zip" }}
        value={form.by}
        set={(by) => change({ by })}
      />
      {form.by === "writing" ? (
        <>
          <Field
            id="skill-name"
            label="Name"
            hint="Lower-case letters, digits and hyphens"
            isRequired
            pattern="[a-z0-9\-]{1,64}"
            value={form.name}
            set={(name) => change({ name })}
          />
          <Field
            id="skill-description"
            label="Description: when to use the skill"
            isRequired
            value={form.description}
            set={(description) => change({ description })}
          />
          <Area
            id="skill-text"
            label="Instructions"
            rows={4}
            value={form.text}
            set={(text) => change({ text })}
          />
        </>
      ) : (
        <div class="field">
          <label for="skill-file">Zip file with a SKILL.md</label>
          <input
            id="skill-file"
            type="file"
            accept=".zip,application/zip"
            required
            aria-describedby="skill-file-hint"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
          <p id="skill-file-hint" class="hint">
            SKILL.md must start with its name and description between two lines of ---.
          </p>
        </div>
      )}
      <div class="row run">
        <button class="main" type="submit">
          {target === undefined ? "Upload skill" : "Upload revision"}
        </button>
        {target === undefined ? null : (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
