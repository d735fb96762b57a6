// Input for the state of a decision: text or JSON, and images.
// Source: §2.1, §3.
import { useState } from "preact/hooks"
import { Check, Field } from "../parts/Fields.tsx"

/** Images as data URLs. */
export type Images = ReadonlyArray<{ readonly name: string; readonly url: string }>

/** The state for the request, or why it is invalid. */
export const toState = (
  text: string,
  isJson: boolean,
  images: Images
): { readonly value?: unknown; readonly problem?: string } => {
  const parts = images.map(({ url }) => ({ type: "image_url", image_url: { url } }))
  try {
    const value: unknown = isJson ? JSON.parse(text) : text
    if (typeof value !== "string" && (typeof value !== "object" || value === null))
      return { problem: "The state must be a string, an object or an array." }
    if (parts.length === 0) return { value }
    if (Array.isArray(value)) return { value: [...(value as ReadonlyArray<unknown>), ...parts] }
    const content = typeof value === "string" ? value : JSON.stringify(value)
    return { value: content === "" ? parts : [{ type: "text", text: content }, ...parts] }
  } catch (error) {
    return { problem: `Invalid JSON: ${error instanceof Error ? error.message : ""}` }
  }
}

const read = (file: File): Promise<Images[number]> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve({ name: file.name, url: reader.result as string }))
    reader.addEventListener("error", () => reject(new Error(`Could not read ${file.name}.`)))
    reader.readAsDataURL(file)
  })

interface Bound<A> {
  readonly id: string
  readonly value: A
  readonly set: (value: A) => void
}

/** Text or JSON, and images, for a request. */
export const StateInput = (props: {
  readonly text: Bound<string>
  readonly isJson: Bound<boolean>
  readonly images: Images
  readonly setImages: (images: Images) => void
  readonly problem: string | undefined
}) => {
  const { images, setImages } = props
  const [refused, refuse] = useState("")
  const add = (files: FileList | null) =>
    Promise.all(Array.from(files ?? [], read)).then(
      (added) => setImages([...images, ...added]),
      (error: unknown) => refuse(String(Reflect.get(Object(error), "message")))
    )
  return (
    <>
      <Field {...props.text} label="State: what the questions are about" rows={4} wrong={props.problem} />
      <Check {...props.isJson}>The state is JSON</Check>
      <div class="field">
        <label for="decisions-images">Images</label>
        <input
          id="decisions-images"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          multiple
          onChange={({ currentTarget }) => {
            void add(currentTarget.files).then(() => (currentTarget.value = ""))
          }}
        />
      </div>
      <p role="status" class="wrong">
        {refused}
      </p>
      <ul class="plain">
        {images.map(({ name, url }, at) => (
          <li key={`${at} ${name}`}>
            <img src={url} alt={name} />
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => {
                setImages(images.toSpliced(at, 1))
                document.getElementById(props.text.id)?.focus()
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
