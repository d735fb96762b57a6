// One answer of chat: steps, text, images, sources, related questions, cost.
// Source: §2.10.
import { money } from "../format.ts"
import { Facts } from "../components/ResponseFacts.tsx"
import { SearchResults } from "../components/SearchResults.tsx"
import { AnswerText } from "./AnswerText.tsx"
import { type ChatView, citationsOf } from "./chatState.ts"
import { Images } from "./Images.tsx"
import { ReasoningSteps } from "./ReasoningSteps.tsx"

const factsOf = ({ usage }: ChatView): ReadonlyArray<readonly [string, string]> => {
  if (usage === undefined) return []
  const { completion_tokens, cost, num_search_queries: searches, prompt_tokens, reasoning_tokens } = usage
  return [
    ["input tokens", `${prompt_tokens}`],
    ["output tokens", `${completion_tokens}`],
    ...(reasoning_tokens ? [["reasoning tokens", `${reasoning_tokens}`] as const] : []),
    ...(searches ? [["searches", `${searches}`] as const] : []),
    ...(cost ? [["cost", money(cost.total_cost)] as const] : [])
  ]
}

/** An answer, complete or still streaming. `ask` asks a related question; without it they are not shown. */
export const ChatAnswer = ({
  ask,
  isRunning,
  times,
  view
}: {
  readonly view: ChatView
  readonly isRunning: boolean
  readonly times: ReadonlyArray<readonly [string, string]>
  readonly ask: ((question: string) => void) | undefined
}) => (
  <>
    <ReasoningSteps steps={view.steps} isRunning={isRunning} />
    {view.text === "" ? null : (
      <AnswerText text={view.text} isGrowing={isRunning} citationOf={citationsOf(view)} />
    )}
    {view.images === undefined ? null : <Images images={view.images} />}
    {view.results.length === 0 ? null : (
      <details class="sources">
        <summary>Sources: {view.results.length}</summary>
        <SearchResults pages={view.results} />
      </details>
    )}
    {ask === undefined || view.related.length === 0 ? null : (
      <>
        <h4>Related questions</h4>
        <ul class="related">
          {view.related.map((question) => (
            <li key={question}>
              <button type="button" onClick={() => ask(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      </>
    )}
    {isRunning ? null : <Facts facts={[...times, ...factsOf(view)]} />}
  </>
)
