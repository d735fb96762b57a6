// A scripted decision server, and files of labelled rows for it.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { afterAll, beforeAll } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { leadline } from "./runCommand.ts"
import { emptyDirectory } from "./serverProcess.ts"

/** A server for the tests of a file, whose address is there when these begin. */
export const useJsonServer = (
  answer: (body: unknown) => {
    readonly body: object
    readonly status?: number
    readonly headers?: { readonly [name: string]: string }
  }
) => {
  const given = { url: "" }
  beforeAll(async () => {
    const server = await serveHttp((request, response) => {
      void json(request).then((asked) => {
        const { body, headers, status = 200 } = answer(asked)
        response.writeHead(status, { "content-type": "application/json", ...headers })
        response.end(JSON.stringify(body))
      })
    })
    given.url = server.url
    return server.close
  })
  return given
}

const failures = {
  bad: { status: 400, body: { error: { message: "refused", type: "invalid_request_error" } } },
  "no key": { status: 401, body: { error: { message: "Invalid API key", type: "authentication_error" } } },
  "no right": { status: 403, body: { error: { message: "No right to the key", type: "permission_error" } } }
} as const

/** The probability of yes to each question is the number in the text, or 0.5. */
export const noulsOf = (questions: object, state: string, decimals = 15) => {
  const noul = Number(Number(/\d[\d.]*/.exec(state)?.[0] ?? 0.5).toFixed(decimals))
  return Object.fromEntries(Object.keys(questions).map((name) => [name, { type: "noul", noul }]))
}

/** Files in a folder: the path of a name, and what writes one. */
export const filesIn = (folder: string) => {
  const path = (name: string) => join(folder, name)
  const write = (name: string, text: string) => {
    writeFileSync(path(name), text)
    return path(name)
  }
  return { path, write }
}

/** A server for the tests of a file, with files in a folder of its own: a text or a model with the name of a failure gets it. */
export const useDecisionServer = () => {
  /** Texts that the server was asked about. */
  const asked: Array<string> = []
  /** How it fails every request after so many texts. */
  const failing: { after: number; as: keyof typeof failures } = { after: Infinity, as: "bad" }
  const server = useJsonServer((body) => {
    const { model, questions, state } = body as Record<"model" | "state", string> & { questions: object }
    const named = Object.entries(failures).find(([name]) => `${state} ${model}`.includes(name))?.[1]
    const failure = asked.push(state) > failing.after ? failures[failing.as] : named
    const usage = { input_tokens: 1_000, output_tokens: 1 }
    return {
      ...(failure ?? { body: { model: "decider-27b", answers: noulsOf(questions, state), usage } }),
      headers: { "x-request-id": `request-${state.replaceAll(/[^\w.]+/g, "-")}` }
    }
  })
  const { path, write } = filesIn(emptyDirectory())
  beforeAll(() => void (process.env["LEADLINE_API_KEY"] = "key-of-the-test"))
  afterAll(() => void delete process.env["LEADLINE_API_KEY"])
  const questions = write("questions.yaml", questionsText)
  const labelled = write("labelled.csv", labelledText)
  /** Evaluates the server's answers to labelled rows. */
  const evaluate = (flags: ReadonlyArray<string> = [], rows = labelled, asking = questions) =>
    leadline(["evaluate", asking, rows, "--url", server.url, ...flags])
  return Object.assign(server, { asked, evaluate, failing, labelled, path, questions, write })
}

/** The text of a file. */
export const read = (file: string) => readFileSync(file, "utf8")

/** The lines of a file. */
export const linesOf = (file: string) => read(file).split("\n").slice(0, -1)

/** Rows with texts and labels, each of a customer of its own. */
export const csv = (rows: ReadonlyArray<readonly [text: string, label: string]>) =>
  ["ticket,customer,text,urgent", ...rows.map(([text, label], i) => `T${i},C${i},${text},${label}`)].join(
    "\n"
  )

/** One question about the text. */
export const questionsText =
  "id: ticket\nstate: text\ngroup: customer\nquestions:\n  urgent: {type: noul, instructions: Does this need help today?}\n"

/** 200 rows: sure answers are right, others every other time. */
export const labelledText = csv(
  Array.from({ length: 200 }, (_row, i) =>
    i < 120 ? ([`p 0.9${i % 10}`, "yes"] as const) : ([`p 0.6`, i % 2 === 0 ? "yes" : "no"] as const)
  )
)
