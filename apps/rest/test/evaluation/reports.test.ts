// Reports in every format, from answers that are made up.
import { assert, describe, it } from "vitest"
import type { Answered } from "../../src/evaluation/collect.ts"
import { toHtml } from "../../src/evaluation/html.ts"
import { toJunit } from "../../src/evaluation/junit.ts"
import { toMarkdown } from "../../src/evaluation/markdown.ts"
import { type Bound, boundFigureText, parseBound } from "../../src/evaluation/bounds.ts"
import { makeReport, type Report } from "../../src/evaluation/report.ts"
import type { QuestionsFile } from "../../src/rows/questionsFile.ts"

const hostile = `<script>alert("a")</script> & 'b' | c`

const file: QuestionsFile = {
  model: "decider-27b",
  questions: {
    [hostile]: { type: "noul", instructions: "x" },
    topic: { type: "choice", criteria: { a: null, [hostile]: null } },
    grade: { type: "score", criteria: ["low", "middle", "high"] },
    unused: { type: "noul", instructions: "x" }
  },
  id: undefined,
  state: "text",
  group: undefined
}

/** 40 rows. */
const answered = (row: (at: number) => Answered["rows"][number], wrong: Answered["wrong"] = []): Answered => {
  const ids = Array.from({ length: 40 }, (_id, at) => at)
  return { ids, rows: ids.map(row), wrong }
}

const noul = (p: number, label: number) => ({ p: [1 - p, p], answer: Number(p >= 0.5), label })

const collected = (shift: number) => ({
  source: hostile,
  rows: 40,
  failed: 1,
  failures: [{ id: hostile, message: hostile }],
  isReviewQueue: false,
  answering: { model: hostile, decimals: 2 },
  questions: {
    [hostile]: answered((at) => noul(((at * 7 + shift) % 40) / 40, Number(at % 3 === 0))),
    topic: answered(
      () => noul(0.9, 1),
      [{ id: hostile, row: 7, state: `text ${hostile}`, label: "a", answer: hostile, probability: 0.8125 }]
    ),
    grade: answered((at) => ({ p: [0.2, 0.5, 0.3], answer: 1, label: at % 3 }))
  }
})

const bound = (text: string): Bound => parseBound(text) ?? assert.fail(text)

const about = { date: "2026-11-29T05:35:12.000Z", questionsFile: hostile, labelledFile: "rows.csv" }

const report: Report = makeReport(file, collected(0), {
  bounds: [bound("accuracy>=0.9"), bound("mae<=0.5")],
  policy: undefined,
  unlabelled: ["unused"],
  about,
  compared: collected(3)
})

describe("a report", () => {
  it("checks the bounds of the figures that a question has", () => {
    const [, topic, grade] = report.questions
    assert.deepStrictEqual(topic?.bounds, [{ bound: "accuracy>=0.9", figure: 1, holds: true }])
    assert.lengthOf(grade?.bounds ?? [], 2)
  })

  it("rows that only one source answered are in no comparison", () => {
    const second = collected(0)
    const { ids, rows } = second.questions.topic
    const half = { ids: ids.slice(20), rows: rows.slice(20), wrong: [] }
    const compared = { ...second, questions: { ...second.questions, topic: half } }
    const options = { about, bounds: [], policy: undefined, unlabelled: [] }
    const { questions, unanswered, unlabelled } = makeReport(file, collected(0), { ...options, compared })
    assert.strictEqual(questions[1]?.comparison?.rows, 20)
    // A question that has labels and no answer is not unlabelled.
    assert.deepStrictEqual([unanswered, unlabelled], [["unused"], []])
  })

  it("in HTML has no script and asks for nothing, whatever names and messages are", () => {
    const html = toHtml(report)
    assert.notMatch(html, /<script|javascript:|<link|<img|@import|url\(|\bsrc=|\bhref=/i)
    assert.include(html, "default-src 'none'")
    assert.notMatch(html, /NaN|Infinity|undefined"/)
    assert.include(html, "&lt;script&gt;alert(&quot;a&quot;)&lt;/script&gt; &amp; 'b' | c")
  })

  it("in JUnit has a test case for each question and bound, and one for rows that failed", () => {
    const xml = toJunit(report)
    assert.notMatch(xml, /&(?!\w+;)/)
    assert.include(xml, '<testsuites tests="5" failures="4">')
    assert.include(xml, '<failure message="mae&lt;=0.5 is broken:')
    assert.notInclude(xml, "<script")
  })

  it("in Markdown has names of questions that change no table and no heading", () => {
    const text = toMarkdown(report)
    assert.include(text, `## &lt;script>alert("a")&lt;/script> & 'b' \\| c\n`)
    assert.notInclude(text, "<script")
    const cells = text.split("\n").filter((line) => line.startsWith("| accuracy |"))
    for (const line of cells) assert.lengthOf(line.split(/(?<!\\)\|/), 6)
    assert.lengthOf(cells, 3)
    const named = toMarkdown({ ...report, unlabelled: ["a\r\r# b ![i](//c) `d"] })
    assert.include(named, "a # b !\\[i\\](//c) \\`d")
  })
})

it.each([
  [0.89996, false, "0.899960"],
  [0.9, true, "0.9000"]
])("the figure %d beside accuracy>=0.9 is never rounded to the other side of it", (figure, holds, shown) => {
  assert.strictEqual(boundFigureText({ bound: "accuracy>=0.9", figure, holds }), shown)
})
