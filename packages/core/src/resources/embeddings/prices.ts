// Prices by model.
// Assumed: docs; replaceable by configuration.

/** USD per 1,000,000 tokens of each model. A model without a price is an InvalidRequestError. */
export type Prices = { readonly [model: string]: number }

// Assumed: docs.
/** The list prices. */
export const prices: Prices = {
  "svc-embed-context-v1-0.6b": 0.008,
  "svc-embed-context-v1-4b": 0.05,
  "svc-embed-v1-0.6b": 0.004,
  "svc-embed-v1-4b": 0.03
}
