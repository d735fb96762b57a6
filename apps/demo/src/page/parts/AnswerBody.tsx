// An answer of chat or responses: steps, text, images, sources, facts.
// Source: §2.8, §2.10, §5.7: the page loads nothing from other origins, so their images are links.
import type { AnswerView } from "../streamedAnswer.ts"
import { counted, duration } from "../text.ts"
import type { Run } from "../useRun.ts"
import { isOwnImage, shortAddress } from "./safeAddresses.ts"
import { Markdown } from "./Markdown.tsx"
import { Facts } from "./Problem.tsx"
import { SafeLink, Sources } from "./Sources.tsx"

/** The answer; `run` is that of an answer that may still be streaming. */
export const AnswerBody = ({ run, view }: { readonly view: AnswerView; readonly run?: Run<AnswerView> }) => {
  const { citations, facts, failure, images, pages, steps, text } = view
  const isRunning = run?.is === "running"
  return (
    <>
      {steps.length > 0 && (
        <details open={isRunning}>
          <summary>Reasoning: {counted(steps.length, "step")}</summary>
          <ol>
            {steps.map(([kind, said], at) => (
              <li key={at}>
                <b>{kind}</b> {said}
              </li>
            ))}
          </ol>
        </details>
      )}
      {text !== "" && <Markdown text={text} citations={citations} />}
      {failure !== "" && (
        <section class="problem" role="alert">
          <h3>The run failed</h3>
          <p>{failure}</p>
          <p>The stream is complete: the service reported this failure as an event.</p>
        </section>
      )}
      <ul class="plain">
        {images.map(({ height, image_url: url, origin_url: origin, title, width }, at) => (
          <li key={at}>
            {url && isOwnImage(url) ? (
              <img src={url} alt={title || "Image"} />
            ) : (
              <SafeLink url={url ?? ""}>{title || "Image"}</SafeLink>
            )}
            {width && height ? `, ${width} × ${height} pixels` : ""}
            {origin && (
              <>
                {" from "}
                <SafeLink url={origin}>{shortAddress(origin)}</SafeLink>
              </>
            )}
          </li>
        ))}
      </ul>
      <Sources pages={pages} />
      {run && !isRunning && (
        <Facts
          facts={[
            ["time to first event", duration(run.firstAt)],
            ["total time", duration(run.lastAt)],
            ...facts
          ]}
        />
      )}
    </>
  )
}
