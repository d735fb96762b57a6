// Requests of System One, server by server: what one refuses is not sent to it.
import type { Question } from "@leadline/core/decisions"
import { assert, describe, it } from "vitest"
import { encode } from "../../src/system-one/encode.ts"
import { flavorFor, flavors, type Server } from "../../src/system-one/flavors.ts"

const call = (
  questions: { readonly [name: string]: Question },
  state: object | string = "x",
  images: string[] = []
) => ({
  model: "m",
  state: state as string,
  images,
  questions: Object.entries(questions).map(([name, question]) => ({ name, questionName: name, question }))
})

const sent = (server: Server, question: Question): unknown => {
  const body = encode(call({ a: question }), flavors[server]) as {
    readonly questions: { readonly a: unknown }
  }
  return body.questions.a
}

describe("a request of System One", () => {
  it("has no blank state and no blank level where the server refuses them", () => {
    const noul: Question = { type: "noul", instructions: "x" }
    for (const server of ["ollama", "localai", "sglang"] as const) {
      for (const state of ["", " \n", {}, []])
        assert.deepInclude(encode(call({ a: noul }, state), flavors[server]), { state: "(empty)" })
      assert.deepNestedInclude(encode(call({ a: { type: "score", criteria: ["", "b"] } }), flavors[server]), {
        "questions.a.criteria": ["0", "b"]
      })
    }
    assert.deepInclude(encode(call({ a: noul }, ""), flavors.llamacpp), { state: "" })
    assert.deepInclude(encode(call({ a: noul }, [], ["QUJD"]), flavors.ollama), {
      state: "(see the images)",
      images: ["QUJD"]
    })
  })

  it("keeps names that JavaScript knows", () => {
    const criteria = JSON.parse('{"__proto__":"x","2":null,"1":null}')
    const body = JSON.stringify(sent("ollama", { type: "choice", instructions: "i", criteria }))
    assert.strictEqual(
      body,
      '{"type":"choice","instructions":"i","criteria":{"1":null,"2":null,"__proto__":"x"}}'
    )
  })

  it("keeps the tighter limits of some models", () => {
    assert.strictEqual(flavorFor("llamacpp", "openjev-7b.gguf").options, 52)
    assert.strictEqual(flavorFor("llamacpp", "julia-1").options, 255)
    assert.strictEqual(flavorFor("localai", "tev1").options, 24)
    assert.strictEqual(flavorFor("openrouter", "cloudflare/clef").images?.max, 4)
    assert.strictEqual(flavorFor("typesafe", "constructor").options, 255)
  })
})
