// Conformance of the SQL skills store in every setup.
import { layerSkills, skillsCases, skillsSetups } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(skillsSetups(layerSkills()), skillsCases)
