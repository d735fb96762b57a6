// Wire cases of the OpenAPI document and its page: no key needed, GET only.
import { bare, json, uuid, type WireCase } from "./WireCase.ts"

const wrongMethod = (method: string, path: string): WireCase => ({
  name: `${method} ${path} is 405`,
  anonymous: true,
  method,
  path,
  status: 405,
  answer: "",
  answerHeaders: { ...bare, allow: "GET", "x-request-id": uuid }
})

const wrongPath = (path: string): WireCase => ({
  name: `GET ${path} is 404`,
  method: "GET",
  path,
  status: 404,
  answer: "",
  answerHeaders: { ...bare, "x-request-id": null }
})

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
  ...["/openapi.json", "/docs"].flatMap((path) => [
    ...["HEAD", "POST", "OPTIONS", "DELETE"].map((method) => wrongMethod(method, path)),
    wrongPath(`${path}/`),
    wrongPath(path.toUpperCase())
  ])
]
