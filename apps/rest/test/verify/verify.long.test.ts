// `leadline verify` over every scripted server of decisions, and over every fault.
import { decisionBackends } from "@leadline/lab"
import { findFaults, findNothing } from "./runs.ts"

findNothing(decisionBackends)
findFaults()
