// The text of an answer: its citations are links that open what they cite.
// Source: §2.8, §2.10.
import { SafeLink } from "../components/SafeLink.tsx"

/** What a citation points at. */
export interface Citation {
  readonly url: string
  readonly title?: string | null
}

/** Text as it comes. `citationOf` gives what `[n]` stands for, or undefined: then it is plain text. */
export const AnswerText = ({
  citationOf,
  isGrowing,
  text
}: {
  readonly text: string
  readonly isGrowing: boolean
  readonly citationOf: (number: number) => Citation | undefined
}) => (
  <p class={isGrowing ? "answer growing" : "answer"}>
    {text.split(/(\[\d{1,4}\])/).map((part, at) => {
      const number = Number(/^\[(\d{1,4})\]$/.exec(part)?.[1])
      const cited = Number.isNaN(number) ? undefined : citationOf(number)
      return cited === undefined ? (
        part
      ) : (
        <SafeLink key={at} url={cited.url} label={`Source ${number}: ${cited.title || cited.url}`}>
          {part}
        </SafeLink>
      )
    })}
  </p>
)
