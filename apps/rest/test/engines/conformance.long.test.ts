import { runEngines } from "./runEngines.ts"

runEngines("all")
