// Keys: made and shown once, tested, revoked; those of this session are listed.
// Source: §2.5, §4.2, §4.3.
import { useEffect, useRef, useState } from "preact/hooks"
import type { KnownKey, Problem, Reply } from "../../protocol.ts"
import { duration } from "../format.ts"
import { CodeView } from "../components/CodeView.tsx"
import { CopyButton } from "../components/CopyButton.tsx"
import { Field } from "../components/Fields.tsx"
import { ProblemView } from "../components/ProblemView.tsx"
import * as Server from "../api.ts"
import { thrown } from "../useCall.ts"
import { useKept } from "../useSessionState.ts"
import { submits } from "../onSubmit.ts"

const KeyRow = ({
  entry: { isRevoked, name },
  revoke,
  test
}: {
  readonly entry: KnownKey
  readonly test: () => void
  readonly revoke: () => void
}) => (
  <li data-key={name}>
    <span class="grow">
      {name || "without a name"}{" "}
      <span class={isRevoked ? "tag escalate" : "tag act"}>{isRevoked ? "revoked" : "valid"}</span>
    </span>
    <button type="button" aria-label={`Test ${name}`} onClick={test}>
      Test
    </button>
    <button
      type="button"
      aria-label={`Revoke ${name}`}
      aria-disabled={isRevoked}
      onClick={() => !isRevoked && revoke()}
    >
      Revoke
    </button>
  </li>
)

/** The text of a key that was just made. It is nowhere else in the page. */
const Made = ({
  hide,
  name,
  text
}: {
  readonly name: string
  readonly text: string
  readonly hide: () => void
}) => (
  <section class="notice" aria-label="The new key">
    <h3>The key {name}, shown this once</h3>
    <p>Copy it now and keep it in a secret store. Nobody can show it again: who loses it makes another.</p>
    <p>
      <code data-secret="key">{text}</code>
    </p>
    <div class="row">
      <CopyButton label="Copy the key" text={() => text} />
      <button type="button" onClick={hide}>
        Hide it
      </button>
    </div>
  </section>
)

/** Keys, tried. */
export const Keys = () => {
  const [{ name }, setForm] = useKept("keys", { name: "try-out" })
  const [keys, setKeys] = useState<ReadonlyArray<KnownKey>>([])
  const [made, setMade] = useState<{ readonly name: string; readonly text: string }>()
  const [problem, setProblem] = useState<Problem>()
  const [said, say] = useState("")
  const again = useRef<() => void>(() => undefined)
  const input = useRef<HTMLDivElement>(null)
  const list = () => Server.keys().then(setKeys)
  /** Makes a call, tells how it ended, and reads the list again. */
  const attempt = (
    what: string,
    make: () => Promise<Reply>,
    then: (reply: Reply & { readonly ok: true }) => string
  ) => {
    const run = async () => {
      setProblem(undefined)
      say(what)
      try {
        const reply = await make()
        say(reply.ok ? then(reply) : "")
        if (!reply.ok) setProblem(reply.problem)
        await list()
      } catch (error) {
        say("")
        setProblem(thrown(error))
      }
    }
    again.current = () => void run()
    void run()
  }
  useEffect(() => {
    const read = () => {
      setProblem(undefined)
      list().catch((error: unknown) => setProblem(thrown(error)))
    }
    again.current = read
    read()
  }, [])
  const create = () =>
    attempt(
      "Making a key ...",
      () => Server.createKey(name),
      ({ data }) => {
        const { text } = data as { readonly text: string }
        setMade({ name, text })
        return `The key ${name} is made.`
      }
    )
  return (
    <section aria-label="Keys">
      <h2>Keys</h2>
      <form onSubmit={submits(create)}>
        <div ref={input}>
          <Field
            id="key-name"
            label="Name of the key"
            value={name}
            set={(typed) => setForm({ name: typed })}
          />
        </div>
        <div class="run">
          <button class="main" type="submit">
            Make a key
          </button>
        </div>
      </form>
      <p role="status" class="hint">
        {said}
      </p>
      {problem === undefined ? null : <ProblemView problem={problem} again={() => again.current()} />}
      {made === undefined ? null : (
        <Made
          {...made}
          hide={() => {
            setMade(undefined)
            input.current?.querySelector("input")?.focus()
          }}
        />
      )}
      <h3>Keys of this session</h3>
      {keys.length === 0 ? <p class="hint">None yet. A key made here is good until it is revoked.</p> : null}
      <ul class="entries">
        {keys.map((entry) => (
          <KeyRow
            key={entry.handle}
            entry={entry}
            test={() =>
              attempt(
                `Asking with ${entry.name} ...`,
                () => Server.testKey(entry.handle),
                ({ head }) => `${entry.name} is good: answered in ${duration(head.elapsed)}.`
              )
            }
            revoke={() =>
              attempt(
                `Revoking ${entry.name} ...`,
                () => Server.revokeKey(entry.handle),
                () => `${entry.name} is revoked: no call with it succeeds any more. Test it and see.`
              )
            }
          />
        ))}
      </ul>
      <CodeView
        title="Making a key as code"
        shown={{
          operation: "apiKeys.generate",
          method: "POST",
          path: "/generate_auth_token",
          request: { token_name: name }
        }}
      />
    </section>
  )
}
