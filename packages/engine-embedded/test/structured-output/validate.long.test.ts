// The validator agrees with ajv on 2,000 generated schemas.
import { it } from "vitest"
import { checkAgainstAjv } from "./ajv.ts"

it("a schema accepts what ajv accepts, and nothing else", () => checkAgainstAjv(2_000))
