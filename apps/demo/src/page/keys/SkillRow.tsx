// One skill of the list: its revisions, an update, its deletion.
// Source: §2.6, §4.4, §4.5.
import type { RevisionsPage, SkillSummary } from "@leadline/core/skills"
import { useEffect, useState } from "preact/hooks"
import { counted } from "../format.ts"
import { ProblemView } from "../components/ProblemView.tsx"
import { Waiting } from "../components/Waiting.tsx"
import { call } from "../api.ts"
import { useCall } from "../useCall.ts"

const day = (text: string): string => text.replace(/^(.{10})T(.{8}).*$/, "$1 $2")

const Revisions = ({ skill: { revision: active, skill_id } }: { readonly skill: SkillSummary }) => {
  const { start, state } = useCall<RevisionsPage>()
  const load = () => void start((signal) => call("skills.listRevisions", { skill_id }, signal))
  // Loads again when there is a new revision.
  useEffect(load, [skill_id, active])
  if (state.is === "failed") return <ProblemView problem={state.problem} again={load} />
  if (state.is !== "answered") return <Waiting what="Loading revisions ..." />
  const { next_page_token: further, revisions } = state.data
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
            {revision === active ? ", active" : ""}
          </li>
        ))}
      </ol>
    </>
  )
}

/** A skill with its actions. */
export const SkillRow = ({
  remove,
  skill,
  update
}: {
  readonly skill: SkillSummary
  readonly update: () => void
  readonly remove: () => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const [isSure, setSure] = useState(false)
  const { name, revision, skill_id, updated_at } = skill
  return (
    <li class="tall" data-skill={name}>
      <div class="grow">
        <h4>{name}</h4>
        <p class="hint">
          updated {day(updated_at)}, id <code>{skill_id}</code>, revision <code>{revision}</code>
        </p>
      </div>
      <div class="row">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Revisions of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Revisions
        </button>
        <button type="button" aria-label={`Update ${name}`} onClick={update}>
          Update
        </button>
        <button
          type="button"
          aria-label={isSure ? `Confirm: delete ${name} and all its revisions` : `Delete ${name}`}
          onBlur={() => setSure(false)}
          onClick={() => (isSure ? remove() : setSure(true))}
        >
          {isSure ? "Confirm delete" : "Delete"}
        </button>
      </div>
      {isOpen ? (
        <div class="below">
          <Revisions skill={skill} />
        </div>
      ) : null}
    </li>
  )
}
