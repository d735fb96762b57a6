// Conformance of the fakes of all resources in every setup.
import { type ResourceName, resources } from "@leadline/core/resources"
import * as Struct from "effect/Struct"
import { describe } from "vitest"
import type { ServiceOf } from "../../src/resources.ts"
import { type Conformance, conformance } from "../../src/conformance/index.ts"
import { runCases } from "../../src/conformance/runCases.ts"
import { setupsOf } from "../../src/index.ts"

describe.each(Struct.keys(resources))("%s", (name) => {
  // As if its service were that of every resource.
  const { cases, fake, ofFake } = conformance[name] as Conformance<ServiceOf<ResourceName>>
  runCases(name, setupsOf<ResourceName>(name)(fake), [...cases, ...ofFake])
})
