// API keys: created and shown once, tested, revoked. Keys of this session are listed.
// Source: §2.5, §4.2, §4.3.
import { useState } from "preact/hooks"
import { actOnKey, createKey, listKeys } from "../api.ts"
import { Code, CopyButton } from "../parts/Code.tsx"
import { Field, Form } from "../parts/Fields.tsx"
import { ProblemView } from "../parts/Problem.tsx"
import { RunStatus } from "../parts/Panel.tsx"
import { duration } from "../text.ts"
import { useForm } from "../useForm.ts"
import { useLoaded, useRun } from "../useRun.ts"

/** API keys: create, test, revoke. */
export const Keys = () => {
  const { field, form } = useForm("keys", { name: "demo-key" })
  const [made, setMade] = useState<{ readonly name: string; readonly text: string }>()
  const runner = useRun<string>()
  const list = useLoaded(listKeys)
  /** Does something that says how it ended, and reloads the list. */
  const attempt = (action: () => Promise<string>) => runner.start(() => action().finally(list.reload))
  const create = async () => {
    const { name } = form
    const { data } = await createKey(name)
    setMade({ name, text: data.text })
    return `Created ${name}.`
  }
  return (
    <section aria-label="Keys">
      <Form title="Keys" label="Create key" run={() => attempt(create)}>
        <Field {...field("name")} label="Key name" />
      </Form>
      <RunStatus runner={runner} waiting="Working ..." done={(text) => text} />
      {made && (
        <section class="notice" aria-label="New key">
          <h3>Key {made.name} created</h3>
          <p>Copy it now and store it safely. It is not shown again; if you lose it, create another.</p>
          <p>
            <code data-secret="key">{made.text}</code>
          </p>
          <div class="row">
            <CopyButton label="Copy key" text={() => made.text} />
            <button
              type="button"
              onClick={() => {
                setMade(undefined)
                document.getElementById("keys-name")?.focus()
              }}
            >
              Hide
            </button>
          </div>
        </section>
      )}
      <h3>Keys created in this session</h3>
      {list.problem && <ProblemView problem={list.problem} again={list.reload} />}
      {list.value?.length === 0 && <p class="hint">No keys yet. A key stays valid until you revoke it.</p>}
      {list.value?.map(({ handle, isRevoked, name }) => (
        <div key={handle} class="entry row" data-key={name}>
          <span>
            {name || "(unnamed)"}{" "}
            <span class={`tag ${isRevoked ? "escalate" : "act"}`}>{isRevoked ? "revoked" : "valid"}</span>
          </span>
          <button
            type="button"
            aria-label={`Test ${name}`}
            onClick={() =>
              attempt(async () => {
                const { head } = await actOnKey("test", handle)
                return `${name} works: the service answered in ${duration(head.elapsed)}.`
              })
            }
          >
            Test
          </button>
          <button
            type="button"
            aria-label={`Revoke ${name}`}
            aria-disabled={isRevoked}
            onClick={() =>
              !isRevoked &&
              attempt(async () => {
                await actOnKey("revoke", handle)
                return `${name} is revoked. Requests with it fail now: test it to see the error.`
              })
            }
          >
            Revoke
          </button>
        </div>
      ))}
      <Code
        title="Code to create a key"
        shown={{
          operation: "apiKeys.generate",
          path: "/generate_auth_token",
          request: { token_name: form.name }
        }}
      />
    </section>
  )
}
