// Form fields with labels and hints.
import type { ComponentChildren, TargetedInputEvent } from "preact"

interface Common {
  readonly id: string
  readonly label: string
  /** Help below the field. */
  readonly hint?: string
}

const Hint = ({ hint, id }: { readonly id: string; readonly hint: string | undefined }) =>
  hint === undefined ? null : (
    <p id={`${id}-hint`} class="hint">
      {hint}
    </p>
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
  const {
    hint,
    id,
    isRequired = false,
    label,
    max,
    min,
    pattern,
    placeholder,
    set,
    type = "text",
    value
  } = field
  const common = {
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
    <div class="field">
      <label for={id}>{label}</label>
      {type === "number" ? (
        <input type="number" {...common} />
      ) : type === "date" ? (
        <input type="date" {...common} />
      ) : (
        <input type="text" {...common} />
      )}
      <Hint id={id} hint={hint} />
    </div>
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
  const { hint, id, isRequired = false, label, rows, sends = false, set, value } = field
  return (
    <div class="field">
      <label for={id}>{label}</label>
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
      <Hint id={id} hint={hint} />
    </div>
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
  const { hint, id, label, options, set, value } = field
  return (
    <div class="field">
      <label for={id}>{label}</label>
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
      <Hint id={id} hint={hint} />
    </div>
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
