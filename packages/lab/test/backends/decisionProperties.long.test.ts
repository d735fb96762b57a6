// Many random questions there and back over each server.
import { it } from "vitest"
import { askRandom, roundings } from "./roundTrips.ts"

it.each(roundings)("the answers of %o are its weights, within its rounding", (server, within) =>
  askRandom(server, within, 40)
)
