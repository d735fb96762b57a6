// Skills: written on the page or uploaded as a zip; listed with their revisions, updated, deleted.
// Source: §2.6, §4.4, §4.5; the form of SKILL.md is Assumed: docs.
import type { RevisionsPage, SkillsPage, SkillSummary } from "@leadline/core/skills"
import { useState } from "preact/hooks"
import { call, uploadSkill } from "../api.ts"
import type { Shown } from "../codeSamples.ts"
import { Code } from "../parts/Code.tsx"
import { Field, Form } from "../parts/Fields.tsx"
import { RunStatus, Waiting } from "../parts/Panel.tsx"
import { ProblemView } from "../parts/Problem.tsx"
import { counted } from "../text.ts"
import { useForm } from "../useForm.ts"
import { useLoaded, useRun } from "../useRun.ts"
import { skillArchive } from "./skillArchive.ts"

const defaults = {
  name: "answer-politely",
  description: "How to answer complaints.",
  text: "# Answer politely\n\nThank the customer, explain what happened and what happens next."
}

const day = (text: string): string => text.replace(/^(.{10})T(.{8}).*$/, "$1 $2")

/** Code for an upload, or for a new revision of a skill. */
const shownOf = (target: SkillSummary | undefined): Shown => {
  const file = "skill.zip"
  if (target === undefined) return { operation: "skills.create", path: "/v1/skills", request: {}, file }
  const { revision: expected_revision, skill_id } = target
  const path = `/v1/skills/${skill_id}?expected_revision=${encodeURIComponent(expected_revision)}`
  return { operation: "skills.update", method: "PUT", path, request: { skill_id, expected_revision }, file }
}

const Revisions = ({ skill: { revision: active, skill_id } }: { readonly skill: SkillSummary }) => {
  const { problem, reload, value } = useLoaded(call<RevisionsPage>("skills.listRevisions", { skill_id }))
  if (problem) return <ProblemView problem={problem} again={reload} />
  if (value === undefined) return <Waiting />
  const { next_page_token: further, revisions } = value.data
  return (
    <>
      <p class="hint">
        {counted(revisions.length, "revision")}
        {further ? " on the first page. There are more." : ", newest first."}
      </p>
      <ol>
        {revisions.map(({ created_at, name, revision }) => (
          <li key={revision}>
            <code>{revision}</code> {name}, {day(created_at)}
            {revision === active && ", active"}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Skills of the service. */
export const Skills = () => {
  const { field, form } = useForm("skills", defaults)
  const [file, setFile] = useState<File>()
  const [target, setTarget] = useState<SkillSummary>()
  const [opened, setOpened] = useState("")
  const runner = useRun<string>()
  /** The most that one call returns. */
  const list = useLoaded(call<SkillsPage>("skills.list", { limit: 200 }))
  const attempt = (action: () => Promise<string>) => runner.start(() => action().finally(list.reload))
  const upload = async () => {
    const archive = file ?? skillArchive(form)
    if (target === undefined) await uploadSkill(archive, "")
    else {
      const { revision: expected_revision, skill_id } = target
      await uploadSkill(archive, `?${new URLSearchParams({ skill_id, expected_revision })}`)
    }
    setTarget(undefined)
    return target === undefined ? "Skill uploaded." : `New revision of ${target.name} uploaded.`
  }
  const remove = ({ name, revision: expected_revision, skill_id }: SkillSummary) =>
    confirm(`Delete ${name} and all its revisions?`) &&
    attempt(async () => {
      await call("skills.delete", { skill_id, expected_revision })()
      document.getElementById("skills-list")?.focus()
      return `Deleted ${name}.`
    })
  return (
    <section aria-label="Skills">
      <Form
        title={target === undefined ? "Skills" : `New revision of ${target.name}`}
        label={target === undefined ? "Upload skill" : "Upload revision"}
        run={() => attempt(upload)}
      >
        <Field
          {...field("name")}
          label="Name"
          hint="Lower-case letters, digits and hyphens"
          required
          pattern="[a-z0-9\-]{1,64}"
        />
        <Field {...field("description")} label="Description: when to use it" required />
        <Field {...field("text")} label="Instructions" rows={4} />
        <label for="skill-file">Or a zip file with a SKILL.md</label>
        <input
          id="skill-file"
          type="file"
          accept=".zip,application/zip"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </Form>
      {target && (
        <button type="button" onClick={() => setTarget(undefined)}>
          Cancel
        </button>
      )}
      <RunStatus runner={runner} waiting="Saving ..." done={(text) => text} />
      <h3 id="skills-list" tabIndex={-1}>
        Uploaded skills
      </h3>
      {list.problem && <ProblemView problem={list.problem} again={list.reload} />}
      {list.value === undefined && !list.problem && <Waiting />}
      {list.value?.data.skills.length === 0 && <p class="hint">No skills yet. Upload the one above.</p>}
      {list.value?.data.skills.map((skill) => (
        <div key={skill.skill_id} class="entry" data-skill={skill.name}>
          <h4>{skill.name}</h4>
          <p class="hint">
            updated {day(skill.updated_at)}, id <code>{skill.skill_id}</code>, revision{" "}
            <code>{skill.revision}</code>
          </p>
          <div class="row">
            <button
              type="button"
              aria-expanded={opened === skill.skill_id}
              aria-label={`Revisions of ${skill.name}`}
              onClick={() => setOpened(opened === skill.skill_id ? "" : skill.skill_id)}
            >
              Revisions
            </button>
            <button
              type="button"
              aria-label={`Update ${skill.name}`}
              onClick={() => {
                setTarget(skill)
                document.getElementById("skills-name")?.focus()
              }}
            >
              Update
            </button>
            <button type="button" aria-label={`Delete ${skill.name}`} onClick={() => remove(skill)}>
              Delete
            </button>
          </div>
          {opened === skill.skill_id && <Revisions key={skill.revision} skill={skill} />}
        </div>
      ))}
      <Code title="Code for this upload" shown={shownOf(target)} />
    </section>
  )
}
