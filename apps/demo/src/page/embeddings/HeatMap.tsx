// Similarities as a table with coloured cells, readable without the colours.
// Source: §2.7.
import { type Matrix, rangeOf } from "./compare.ts"

/** Shades from least to most similar. */
const shades = 8

const shadeOf = (value: number, [least, most]: readonly [number, number]): number =>
  most === least
    ? shades - 1
    : Math.max(0, Math.min(shades - 1, Math.floor(((value - least) / (most - least)) * shades)))

const start = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** The similarity of every chunk to every other. */
export const HeatMap = ({
  chunks,
  matrix
}: {
  readonly chunks: ReadonlyArray<string>
  readonly matrix: Matrix
}) => {
  const range = rangeOf(matrix)
  return (
    <>
      <p class="hint">
        1.00 means the same direction, 0.00 unrelated. The strongest colour marks {range[1].toFixed(2)}.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Similarity of all chunks">
        <table class="heat">
          <caption>Similarity of all chunks</caption>
          <thead>
            <tr>
              <td />
              {chunks.map((chunk, at) => (
                <th key={at} scope="col" title={chunk}>
                  {at + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.map((row, at) => (
              <tr key={at}>
                <th scope="row">
                  <span class="chunk" title={chunks[at]}>
                    {at + 1}. {start(chunks[at] ?? "")}
                  </span>
                </th>
                {row.map((value, other) => (
                  <td key={other} class={at === other ? "self" : `shade${shadeOf(value, range)}`}>
                    {value.toFixed(2)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
