// `leadline verify` over every scripted server of decisions, and over every seeded fault.
import { decisionBackends } from "@leadline/lab"
import { faults } from "./faults.ts"
import { findFaults, findNothing } from "./runs.ts"

findNothing(decisionBackends)
findFaults(faults)
