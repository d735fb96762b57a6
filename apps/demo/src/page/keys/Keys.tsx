// API keys: created and shown once, tested, revoked. Keys of this session are listed.
// Source: §2.5, §4.2, §4.3.
import { useEffect, useRef, useState } from "preact/hooks"
import type { KnownKey, Problem, Reply } from "../../protocol.ts"
import { duration } from "../format.ts"
import { CodeView } from "../components/CodeView.tsx"
import { CopyButton } from "../components/CopyButton.tsx"
import { Field } from "../components/Fields.tsx"
import { ProblemView } from "../components/ProblemView.tsx"
import * as Server from "../api.ts"
import { problemFrom } from "../useCall.ts"
import { useSessionState } from "../useSessionState.ts"
import { handleSubmit } from "../handleSubmit.ts"

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
      {name || "(unnamed)"}{" "}
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

/** The secret of a key that was just created. It is nowhere else on the page. */
const Made = ({
  hide,
  name,
  text
}: {
  readonly name: string
  readonly text: string
  readonly hide: () => void
}) => (
  <section class="notice" aria-label="New key">
    <h3>Key {name} created</h3>
    <p>Copy it now and store it safely. It is not shown again; if you lose it, create another.</p>
    <p>
      <code data-secret="key">{text}</code>
    </p>
    <div class="row">
      <CopyButton label="Copy key" text={() => text} />
      <button type="button" onClick={hide}>
        Hide
      </button>
    </div>
  </section>
)

/** API keys: create, test, revoke. */
export const Keys = () => {
  const [{ name }, setForm] = useSessionState("keys", { name: "demo-key" })
  const [keys, setKeys] = useState<ReadonlyArray<KnownKey>>([])
  const [made, setMade] = useState<{ readonly name: string; readonly text: string }>()
  const [problem, setProblem] = useState<Problem>()
  const [status, setStatus] = useState("")
  const again = useRef<() => void>(() => undefined)
  const input = useRef<HTMLDivElement>(null)
  const list = () => Server.keys().then(setKeys)
  /** Makes a call, reports how it ended, and reloads the list. */
  const attempt = (
    what: string,
    make: () => Promise<Reply>,
    then: (reply: Reply & { readonly ok: true }) => string
  ) => {
    const run = async () => {
      setProblem(undefined)
      setStatus(what)
      try {
        const reply = await make()
        setStatus(reply.ok ? then(reply) : "")
        if (!reply.ok) setProblem(reply.problem)
        await list()
      } catch (error) {
        setStatus("")
        setProblem(problemFrom(error))
      }
    }
    again.current = () => void run()
    void run()
  }
  useEffect(() => {
    const read = () => {
      setProblem(undefined)
      list().catch((error: unknown) => setProblem(problemFrom(error)))
    }
    again.current = read
    read()
  }, [])
  const create = () =>
    attempt(
      "Creating a key ...",
      () => Server.createKey(name),
      ({ data }) => {
        const { text } = data as { readonly text: string }
        setMade({ name, text })
        return `Created ${name}.`
      }
    )
  return (
    <section aria-label="Keys">
      <h2>Keys</h2>
      <form onSubmit={handleSubmit(create)}>
        <div ref={input}>
          <Field id="key-name" label="Key name" value={name} set={(typed) => setForm({ name: typed })} />
        </div>
        <div class="run">
          <button class="main" type="submit">
            Create key
          </button>
        </div>
      </form>
      <p role="status" class="hint">
        {status}
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
      <h3>Keys created in this session</h3>
      {keys.length === 0 ? <p class="hint">No keys yet. A key stays valid until you revoke it.</p> : null}
      <ul class="entries">
        {keys.map((entry) => (
          <KeyRow
            key={entry.handle}
            entry={entry}
            test={() =>
              attempt(
                `Testing ${entry.name} ...`,
                () => Server.testKey(entry.handle),
                ({ head }) => `${entry.name} works: the service answered in ${duration(head.elapsed)}.`
              )
            }
            revoke={() =>
              attempt(
                `Revoking ${entry.name} ...`,
                () => Server.revokeKey(entry.handle),
                () => `${entry.name} is revoked. Requests with it fail now: test it to see the error.`
              )
            }
          />
        ))}
      </ul>
      <CodeView
        title="Code to create a key"
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
