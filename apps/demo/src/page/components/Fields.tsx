// Form fields with labels and hints.
import type { ComponentChildren, TargetedInputEvent } from "preact"

interface Common {
  readonly id: string
  readonly label: string
  /** Help below the field. */
  readonly hint?: string
}

/** A control between its label and its hint. */
const Labelled = ({ children, hint, id, label }: Common & { readonly children: ComponentChildren }) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint === undefined ? null : (
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
    )}
  </div>
)

const describedBy = ({ hint, id }: Common) => (hint === undefined ? undefined : `${id}-hint`)

/** A single-line input for text, a number or a date. */
export const Field = (
  field: Common & {
    readonly value: string
    readonly set: (value: string) => void
    readonly type?: "text" | "number" | "date"
    readonly isRequired?: boolean
    readonly min?: number
    readonly max?: number
    readonly pattern?: string
    readonly placeholder?: string
  }
) => {
  const { id, isRequired = false, max, min, pattern, placeholder, set, type = "text", value } = field
  const input = {
    id,
    value,
    required: isRequired,
    autocomplete: "off",
    "aria-describedby": describedBy(field),
    min,
    max,
    pattern,
    placeholder,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => set(currentTarget.value)
  }
  return (
    <Labelled {...field}>
      {type === "number" ? (
        <input type="number" {...input} />
      ) : type === "date" ? (
        <input type="date" {...input} />
      ) : (
        <input type="text" {...input} />
      )}
    </Labelled>
  )
}

/** A text area. */
export const Area = (
  field: Common & {
    readonly value: string
    readonly set: (value: string) => void
    readonly rows: number
    readonly isRequired?: boolean
    /** Ctrl+Enter or Cmd+Enter submits the form, too. */
    readonly sends?: boolean
  }
) => {
  const { id, isRequired = false, rows, sends = false, set, value } = field
  return (
    <Labelled {...field}>
      <textarea
        id={id}
        rows={rows}
        required={isRequired}
        value={value}
        aria-describedby={describedBy(field)}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        onKeyDown={(event) => {
          if (sends && event.key === "Enter" && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
        }}
      />
    </Labelled>
  )
}

/** A drop-down list. */
export const Select = (
  field: Common & {
    readonly value: string
    readonly set: (value: string) => void
    readonly options: ReadonlyArray<readonly [value: string, shown: string]>
  }
) => {
  const { id, options, set, value } = field
  return (
    <Labelled {...field}>
      <select
        id={id}
        value={value}
        aria-describedby={describedBy(field)}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      >
        {options.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** A checkbox. */
export const Check = ({
  children,
  id,
  set,
  value
}: {
  readonly id: string
  readonly value: boolean
  readonly set: (value: boolean) => void
  readonly children: ComponentChildren
}) => (
  <label class="check" for={id}>
    <input
      id={id}
      type="checkbox"
      checked={value}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
    {children}
  </label>
)
