// Skills: upload, list, update, delete.
// Source: §2.6, §4.4, §4.5.
import type { SkillsPage, SkillSummary } from "@leadline/core/skills"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Reply } from "../../protocol.ts"
import { CodeView } from "../components/CodeView.tsx"
import { ProblemView } from "../components/ProblemView.tsx"
import { Waiting } from "../components/Waiting.tsx"
import { call, uploadSkill } from "../api.ts"
import { useCall } from "../useCall.ts"
import { SkillForm } from "./SkillForm.tsx"
import { SkillRow } from "./SkillRow.tsx"

/** The most that one call returns. */
const page = { limit: 200 }

/** Code for an upload or an update. */
const shownOf = (target: SkillSummary | undefined) =>
  target === undefined
    ? { operation: "skills.create", method: "POST", path: "/v1/skills", request: {}, file: "skill.zip" }
    : {
        operation: "skills.update",
        method: "PUT",
        path: `/v1/skills/${target.skill_id}?expected_revision=${encodeURIComponent(target.revision)}`,
        request: { skill_id: target.skill_id, expected_revision: target.revision },
        file: "skill.zip"
      }

/** Skills of the service. */
export const Skills = () => {
  const listed = useCall<SkillsPage>()
  const changed = useCall<unknown>()
  const [skills, setSkills] = useState<ReadonlyArray<SkillSummary>>()
  const [target, setTarget] = useState<SkillSummary>()
  const [status, setStatus] = useState("")
  const again = useRef<() => void>(() => undefined)
  const title = useRef<HTMLHeadingElement>(null)
  const list = () => void listed.start((signal) => call("skills.list", page, signal))
  useEffect(list, [])
  /** The last list stays while the next one loads. */
  useEffect(() => {
    if (listed.state.is === "answered") setSkills(listed.state.data.skills)
  }, [listed.state])
  const change = (done: string, make: (signal: AbortSignal) => Promise<Reply>) => {
    again.current = () => {
      setStatus("")
      void changed.start(async (signal) => {
        const reply = await make(signal)
        if (reply.ok) {
          setStatus(done)
          setTarget(undefined)
        }
        list()
        return reply
      })
    }
    again.current()
  }
  const send = (file: Blob) =>
    target === undefined
      ? change("Skill uploaded.", () => uploadSkill(file))
      : change(`New revision of ${target.name} uploaded.`, () =>
          uploadSkill(file, { skill_id: target.skill_id, expected_revision: target.revision })
        )
  const remove = ({ name, revision: expected_revision, skill_id }: SkillSummary) => {
    title.current?.focus()
    change(`Deleted ${name}.`, (signal) => call("skills.delete", { skill_id, expected_revision }, signal))
  }
  return (
    <section aria-label="Skills" aria-busy={changed.state.is === "running" || listed.state.is === "running"}>
      <h2>Skills</h2>
      <SkillForm target={target} send={send} cancel={() => setTarget(undefined)} />
      <div role="status">
        {changed.state.is === "running" ? <Waiting what="Saving ..." /> : null}
        <p class="hint">{status}</p>
      </div>
      {changed.state.is === "failed" ? (
        <ProblemView problem={changed.state.problem} again={() => again.current()} />
      ) : null}
      <h3 ref={title} tabIndex={-1}>
        Uploaded skills
      </h3>
      {listed.state.is === "failed" ? <ProblemView problem={listed.state.problem} again={list} /> : null}
      {skills === undefined && listed.state.is === "running" ? <Waiting what="Loading skills ..." /> : null}
      {skills?.length === 0 ? <p class="hint">No skills yet. Upload the one above.</p> : null}
      <ul class="entries">
        {(skills ?? []).map((skill) => (
          <SkillRow
            key={skill.skill_id}
            skill={skill}
            update={() => {
              setTarget(skill)
              document.getElementById("skill-form")?.focus()
            }}
            remove={() => remove(skill)}
          />
        ))}
      </ul>
      <CodeView title="Code for this upload" shown={shownOf(target)} />
    </section>
  )
}
