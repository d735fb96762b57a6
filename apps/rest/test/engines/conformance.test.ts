import { runEngines } from "./runEngines.ts"

runEngines("some")
