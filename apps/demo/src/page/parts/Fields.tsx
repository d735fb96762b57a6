// Form fields with labels and hints, and the buttons of a form.
import type { ComponentChildren, TargetedEvent, TargetedKeyboardEvent } from "preact"
import type { Runner } from "../useRun.ts"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
  /** Help below the field. */
  readonly hint?: string | undefined
  /** What is wrong with its value, in place of the hint. */
  readonly wrong?: string | undefined
  readonly rows?: number
  readonly options?: ReadonlyArray<readonly [value: string, shown: string]>
  /** Attributes of the element. */
  readonly [attribute: string]: unknown
}

/** Text in a line, in `rows` lines, or one of `options`. Ctrl+Enter or Cmd+Enter submits the form. */
export const Field = ({ label, options, set, wrong, hint = wrong, ...attributes }: FieldProps) => {
  const { id, rows } = attributes
  const common = {
    ...attributes,
    "aria-invalid": wrong !== undefined,
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
    onInput: ({ currentTarget }: TargetedEvent<Control>) => set(currentTarget.value),
    onKeyDown: ({ currentTarget, ctrlKey, key, metaKey }: TargetedKeyboardEvent<Control>) => {
      if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
    }
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options !== undefined ? (
        <select {...common}>
          {options.map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      ) : rows !== undefined ? (
        <textarea {...common} rows={rows} />
      ) : (
        <input autocomplete="off" {...common} />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={wrong === undefined ? "hint" : "wrong"}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A checkbox. */
export const Check = (props: {
  readonly id: string
  readonly value: boolean
  readonly set: (value: boolean) => void
  readonly children: ComponentChildren
}) => (
  <label class="check">
    <input
      id={props.id}
      type="checkbox"
      checked={props.value}
      onChange={({ currentTarget }) => props.set(currentTarget.checked)}
    />
    <span>{props.children}</span>
  </label>
)

/** A form: fields, the button that submits it, and Stop, which neither disappears nor moves while it has focus. */
export const Form = (props: {
  readonly title: string
  readonly label: string
  readonly run: () => void
  readonly runner?: Pick<Runner<unknown>, "run" | "stop">
  readonly children?: ComponentChildren
}) => (
  <form
    aria-label={props.title}
    onSubmit={(event) => {
      event.preventDefault()
      props.run()
    }}
  >
    <h2>{props.title}</h2>
    {props.children}
    <div class="row">
      <button class="main" type="submit">
        {props.label}
      </button>
      {props.runner && (
        <button type="button" aria-disabled={props.runner.run.is !== "running"} onClick={props.runner.stop}>
          Stop
        </button>
      )}
    </div>
  </form>
)
