// The operations with their examples, as the fixture lists them: each is answered on every runtime.
import { type Fact, same } from "./fact.ts"

/** An operation with its example. */
export interface Example {
  readonly resource: string
  readonly method: string
  /** Method and path. */
  readonly sent: string
  /** A file stands in it as text. Absent: the method takes none. */
  readonly request?: { readonly file?: string } | undefined
  /** Absent: the response has no body. */
  readonly response?: unknown
}

const withFile = ({ file, ...rest }: NonNullable<Example["request"]>) =>
  file === undefined ? rest : { ...rest, file: new TextEncoder().encode(file) }

/** The examples as facts. */
export const factsOf = (examples: ReadonlyArray<Example>): ReadonlyArray<Fact> =>
  examples.map(({ method, request, resource, response, sent }) => ({
    name: `${resource}.${method} is answered`,
    scenario: "examples",
    holds: async ({ client, seen }) => {
      const args = request === undefined ? [] : [withFile(request)]
      same(await Reflect.get(client, resource)[method](...args), response, "the answer")
      same((await seen()).last?.operation.replace(/\?.*/, ""), sent, "the request")
    }
  }))
