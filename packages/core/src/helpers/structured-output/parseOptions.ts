// The checks of the options of `parseChat` and `parseResponse`.
import { aBoolean, type Checks } from "../../client/optionChecks.ts"
import { type RequestOptions, requestOptions } from "../../client/promise/promisify.ts"
import type { ViaStreamOptions } from "../../validation/methodTypes.ts"
import { formatOptions, type JsonSchemaFormatOptions } from "./jsonSchemaFormat.ts"

/** The check of each option of the effects. */
export const parseEffectOptions = {
  ...formatOptions,
  viaStream: aBoolean
} satisfies Checks<JsonSchemaFormatOptions & ViaStreamOptions>

/** The check of each option of the promises. */
export const parseOptions = {
  ...parseEffectOptions,
  ...requestOptions
} satisfies Checks<JsonSchemaFormatOptions & ViaStreamOptions & RequestOptions>
