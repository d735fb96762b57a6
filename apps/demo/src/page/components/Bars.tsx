// Probabilities as bars with their numbers, readable without the picture.

/** One bar: a name, and a value from 0 to 1. */
export interface Bar {
  readonly name: string
  readonly value: number
}

const percent = (value: number) => `${(value * 100).toFixed(1)}%`

/** Bars in the order given. Their length is an SVG attribute: the content security policy forbids inline styles. */
export const Bars = ({ bars }: { readonly bars: ReadonlyArray<Bar> }) => (
  <ul class="bars">
    {bars.map(({ name, value }) => (
      <li key={name}>
        <span class="name">{name}</span>
        <svg class="track" width="100%" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.max(0, Math.min(1, value)) * 100} height="1" fill="var(--accent)" />
        </svg>
        <span class="value">{percent(value)}</span>
      </li>
    ))}
  </ul>
)
