// Wire cases of the OpenAPI document: no key needed, GET only.
import { json, uuid, wrongMethod, wrongPath, type WireCase } from "./WireCase.ts"

/** All cases of the document. */
export const openapiWire: ReadonlyArray<WireCase> = [
  {
    name: "the document of the contract needs no key",
    anonymous: true,
    method: "GET",
    path: "/openapi.json",
    status: 200,
    answer: (body: { readonly openapi: string; readonly paths: object }) =>
      body.openapi === "3.1.0" && Object.hasOwn(body.paths, "/v1/decisions"),
    answerHeaders: { "cache-control": "no-store", "content-type": json, "x-request-id": uuid }
  },
  ...["HEAD", "POST", "OPTIONS", "DELETE"].map((method) => wrongMethod(method, "/openapi.json", "GET")),
  wrongPath("/openapi.json/", "GET"),
  wrongPath("/OPENAPI.JSON", "GET")
]
