// The result of an embeddings call: heat map, nearest chunks, sizes.
// Source: §2.7.
import { bytes } from "../format.ts"
import { type Comparison, nearest, sizesOf } from "./compare.ts"
import { HeatMap } from "./HeatMap.tsx"

const Nearest = ({ chunks, matrix }: Comparison) => (
  <ol class="nearest">
    {chunks.map((chunk, at) => (
      <li key={at}>
        {chunk}
        <ul>
          {nearest(matrix, at, 3).map(({ at: other, value }) => (
            <li key={other}>
              <b>{value.toFixed(2)}</b> {other + 1}. {chunks[other]}
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ol>
)

const Sizes = ({ chunks, dimensions, encoding }: Comparison) => (
  <table class="plain">
    <caption>Sizes at {dimensions} dimensions</caption>
    <thead>
      <tr>
        <th scope="col">Encoding</th>
        <th scope="col">One vector</th>
        <th scope="col">All {chunks.length} vectors</th>
      </tr>
    </thead>
    <tbody>
      {sizesOf(dimensions).map(([name, size]) => (
        <tr key={name}>
          <th scope="row">
            {name}
            {name === encoding ? " (selected)" : ""}
          </th>
          <td>{bytes(size)}</td>
          <td>{bytes(size * chunks.length)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The comparison. */
export const ComparisonView = ({ compared }: { readonly compared: Comparison }) => (
  <>
    <HeatMap chunks={compared.chunks} matrix={compared.matrix} />
    <h3>Nearest chunks</h3>
    <Nearest {...compared} />
    <h3>Size by encoding</h3>
    <Sizes {...compared} />
  </>
)
