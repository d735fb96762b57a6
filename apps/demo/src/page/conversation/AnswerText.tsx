// The text of an answer, with its citations as links.
// Source: §2.8, §2.10.
import { SafeLink } from "../components/SafeLink.tsx"

/** The page that a citation names. */
export interface Citation {
  readonly url: string
  readonly title?: string | null
}

/** Text with links in place of `[n]`, where `citationOf` knows the number. */
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
