// A group of buttons of which one is selected.

/** Selects one of a few options. */
export const Choices = <A extends string>({
  label,
  names,
  set,
  value
}: {
  readonly label: string
  readonly names: { readonly [Name in A]: string }
  readonly value: A
  readonly set: (value: A) => void
}) => (
  <div role="group" aria-label={label} class="choices">
    {(Object.keys(names) as Array<A>).map((name) => (
      <button key={name} type="button" aria-pressed={name === value} onClick={() => set(name)}>
        {names[name]}
      </button>
    ))}
  </div>
)
