// Runs effects in a request, and gives the notices of its answer.
import { CurrentRequest, noticeHeader, type ServedRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"

export const servedRequest = () => {
  const headers: { [name: string]: string } = {}
  const request = {
    addHeaders: (add: Parameters<ServedRequest["addHeaders"]>[0]) => void Object.assign(headers, add(headers))
  }
  return {
    provide: Effect.provideService(CurrentRequest, request as ServedRequest),
    notices: () => headers[noticeHeader]
  }
}
