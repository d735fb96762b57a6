// Input for the state of a decision: text, JSON or images.
// Source: §2.1, §3.
import { useState } from "preact/hooks"
import { Choices } from "../components/Choices.tsx"

/** The form's value. */
export interface State {
  readonly kind: "text" | "json"
  readonly text: string
  /** Data URLs. */
  readonly images: ReadonlyArray<{ readonly name: string; readonly url: string }>
}

/** The state for the request, or why it is invalid. */
export const toState = ({
  images,
  kind,
  text
}: State): { readonly value: string | object } | { readonly problem: string } => {
  const parts = images.map(({ url }) => ({ type: "image_url", image_url: { url } }))
  if (kind === "text") {
    if (parts.length === 0) return { value: text }
    return { value: text === "" ? parts : [{ type: "text", text }, ...parts] }
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "string") return { value }
    if (typeof value !== "object" || value === null)
      return { problem: "The state must be a string, an object or an array." }
    if (parts.length === 0) return { value }
    return {
      value: [...(Array.isArray(value) ? value : [{ type: "text", text: JSON.stringify(value) }]), ...parts]
    }
  } catch (error) {
    return { problem: `Invalid JSON: ${error instanceof Error ? error.message : ""}` }
  }
}

const accepted = ["image/png", "image/jpeg", "image/webp"]

const read = (file: File): Promise<{ readonly name: string; readonly url: string }> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    const { name } = file
    reader.addEventListener("load", () =>
      resolve({ name, url: typeof reader.result === "string" ? reader.result : "" })
    )
    reader.addEventListener("error", () => reject(new Error(`Could not read ${name}.`)))
    reader.readAsDataURL(file)
  })

/** Text, JSON or images for a request. */
export const StateInput = ({
  problem,
  set,
  state
}: {
  readonly state: State
  readonly set: (change: (before: State) => State) => void
  readonly problem: string | undefined
}) => {
  const [isOver, setOver] = useState(false)
  const [refused, refuse] = useState("")
  const add = async (files: Iterable<File>) => {
    const all = Array.from(files)
    const good = all.filter(({ type }) => accepted.includes(type))
    refuse(good.length < all.length ? "Only PNG, JPEG and WebP images are supported." : "")
    const images = await Promise.all(good.map(read)).catch((error: unknown) => {
      refuse(String(Reflect.get(Object(error), "message")))
      return []
    })
    set((before) => ({ ...before, images: [...before.images, ...images] }))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add(event.dataTransfer?.files ?? [])
  }
  return (
    <fieldset>
      <legend>State: what the questions are about</legend>
      <Choices
        label="Format of the state"
        names={{ text: "Text", json: "JSON" }}
        value={state.kind}
        set={(kind) => set((before) => ({ ...before, kind }))}
      />
      <label for="state-text">{state.kind === "text" ? "Text" : "JSON (string, object or array)"}</label>
      <textarea
        id="state-text"
        rows={6}
        spellcheck={state.kind === "text"}
        class={state.kind === "json" ? "mono" : ""}
        aria-invalid={problem !== undefined}
        aria-describedby="state-problem"
        value={state.text}
        onInput={({ currentTarget }) => set((before) => ({ ...before, text: currentTarget.value }))}
      />
      <p id="state-problem" class="wrong">
        {problem}
      </p>
      <div
        class={isOver ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label for="state-images">Images (drop files here or choose them)</label>
        <input
          id="state-images"
          type="file"
          accept={accepted.join()}
          multiple
          onChange={({ currentTarget }) => {
            void add(currentTarget.files ?? []).then(() => {
              currentTarget.value = ""
            })
          }}
        />
        <p role="status" class="hint">
          {refused}
        </p>
        <ul class="images">
          {state.images.map(({ name, url }, at) => (
            <li key={`${at} ${name}`}>
              <img src={url} alt={name} />
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  set((before) => ({ ...before, images: before.images.filter((_, other) => other !== at) }))
                  document.getElementById("state-images")?.focus()
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      </div>
    </fieldset>
  )
}
