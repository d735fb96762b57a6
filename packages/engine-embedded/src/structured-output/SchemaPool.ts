// The threads in which the engines of a process fill and validate callers' schemas, within bounds of time and memory.
import { makeWorkerPool, refusePatterns, type SchemaNode, type WorkerPool } from "@leadline/core/internal"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { fillValue } from "./fillValue.ts"
import { type GivenTexts, readSource } from "./sources.ts"
import { makeValidator } from "./validate.ts"

/** A schema to be filled from texts, the first ones first. `outcomes`: the answers to its questions, once they are known. */
export interface SchemaTask {
  readonly schema: SchemaNode
  readonly given: ReadonlyArray<GivenTexts>
  readonly outcomes?: ReadonlyArray<string | undefined>
}

/** A value, undefined where the schema takes none, and the questions that it depends on. */
export const workOnSchema = ({ given, outcomes, schema }: SchemaTask) => {
  const { decisions, filled } = fillValue(schema, given.map(readSource), outcomes)
  const isValid = makeValidator(schema)
  // What is found may contradict the rest of the schema, such as its `uniqueItems`.
  const isFound = filled.value !== undefined && isValid(filled.value)
  const { notFound, value } = isFound ? filled : fillValue(schema).filled
  return { value: value !== undefined && isValid(value) ? value : undefined, notFound, decisions }
}

/** Work on callers' schemas. */
export class SchemaPool extends Context.Service<
  SchemaPool,
  WorkerPool<SchemaTask, ReturnType<typeof workOnSchema>>
>()("@leadline/engine-embedded/structured-output/SchemaPool") {}

/** {@link SchemaPool}, which the engines of a process share. */
export const layerSchemaPool: Layer.Layer<SchemaPool> = Layer.sync(SchemaPool, () =>
  makeWorkerPool({
    module: "schemaThread",
    beside: import.meta.url,
    here: (task: SchemaTask) => {
      refusePatterns(task.schema)
      return workOnSchema(task)
    }
  })
)
