// The embeddings tab: chunks of a document, and how similar they are.
// Source: §2.7, §4.6.
import type { ContextualizedEmbeddingsResponse } from "@leadline/core/contextualized-embeddings"
import { useState } from "preact/hooks"
import { counted, money } from "../format.ts"
import { CodeView } from "../components/CodeView.tsx"
import { Area, Field, Select } from "../components/Fields.tsx"
import { ResponseFacts } from "../components/ResponseFacts.tsx"
import { CallResult } from "../components/CallResult.tsx"
import { RunButtons } from "../components/RunButtons.tsx"
import { call } from "../api.ts"
import { useCall } from "../useCall.ts"
import { patch, useSessionState } from "../useSessionState.ts"
import { compare, type Encoding } from "../embeddings/compare.ts"
import { ComparisonView } from "../embeddings/Comparison.tsx"
import { handleSubmit } from "../handleSubmit.ts"

/** More would not fit into a readable table. */
const most = 40

const defaults = {
  text: [
    "The shop opens at nine and closes at six.",
    "Refunds are paid back to your card within five days.",
    "Money goes back to your card within a week.",
    "A lost parcel is sent again at no cost.",
    "A parcel that never arrives is sent again."
  ].join("\n"),
  model: "svc-embed-context-v1-0.6b",
  encoding: "base64_int8" as Encoding,
  dimensions: ""
}

const models = ["svc-embed-context-v1-0.6b", "svc-embed-context-v1-4b"].map((name) => [name, name] as const)

const encodings: ReadonlyArray<readonly [Encoding, string]> = [
  ["base64_int8", "base64_int8 (8 bits)"],
  ["base64_binary", "base64_binary (1 bit)"]
]

/** One chunk per line or, if there are blank lines, the text between them. */
const chunksOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\n[\t ]*\n/.test(text.trim()) ? /\n(?:[\t ]*\n)+/ : "\n")
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== "")

/** The tab. */
export const Embeddings = () => {
  const [form, setForm] = useSessionState("embeddings", defaults)
  const change = patch(setForm)
  const { start, state, stop } = useCall<ContextualizedEmbeddingsResponse>()
  const chunks = chunksOf(form.text)
  const [asked, setAsked] = useState({ chunks, encoding: form.encoding })
  const isRight = chunks.length > 0 && chunks.length <= most
  const request = {
    model: form.model,
    input: [chunks],
    encoding_format: form.encoding,
    ...(form.dimensions === "" ? {} : { dimensions: Number(form.dimensions) })
  }
  const run = () => {
    if (!isRight) return
    setAsked({ chunks, encoding: form.encoding })
    void start((signal) => call("contextualizedEmbeddings.create", request, signal))
  }
  return (
    <form class="split" onSubmit={handleSubmit(run)}>
      <div>
        <h2>Document chunks</h2>
        <Area
          id="embeddings-text"
          label="Chunks, one per line or separated by blank lines"
          hint={
            isRight
              ? `${counted(chunks.length, "chunk")}. Each is embedded in the context of the whole document.`
              : `Enter 1 to ${most} chunks. Now there are ${chunks.length}.`
          }
          rows={8}
          isRequired
          sends
          value={form.text}
          set={(text) => change({ text })}
        />
        <Select
          id="embeddings-model"
          label="Model"
          options={models}
          value={form.model}
          set={(model) => change({ model })}
        />
        <div class="pair">
          <Select
            id="embeddings-encoding"
            label="Encoding"
            options={encodings}
            value={form.encoding}
            set={(encoding) => change({ encoding: encoding as Encoding })}
          />
          <Field
            id="embeddings-dimensions"
            label="Dimensions"
            type="number"
            min={128}
            max={form.model.endsWith("4b") ? 2560 : 1024}
            placeholder={form.model.endsWith("4b") ? "2560" : "1024"}
            hint="At least 128. Fewer are smaller and less precise."
            value={form.dimensions}
            set={(dimensions) => change({ dimensions })}
          />
        </div>
        <RunButtons label="Create embeddings" isRunning={state.is === "running"} stop={stop} />
        <CodeView
          shown={{
            operation: "contextualizedEmbeddings.create",
            method: "POST",
            path: "/v1/contextualizedembeddings",
            request
          }}
        />
      </div>
      <CallResult
        title="Similarity"
        label="Similarity"
        state={state}
        empty="Compare every chunk with every other. The comparison runs in your browser."
        waiting="Creating embeddings ..."
        summary={() => `${counted(asked.chunks.length, "vector")} compared.`}
        again={run}
      >
        {(data, head) => (
          <>
            <ComparisonView compared={compare(asked.chunks, asked.encoding, data)} />
            <ResponseFacts
              head={head}
              facts={[
                ["tokens", `${data.usage.total_tokens}`],
                ["cost", money(data.usage.cost.total_cost)]
              ]}
            />
          </>
        )}
      </CallResult>
    </form>
  )
}
