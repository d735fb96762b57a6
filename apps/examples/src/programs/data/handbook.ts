// A handbook to ask about: documents in chunks, as the programs of retrieval take them.

/** A document: its title, and its text in chunks that need the others to be understood. */
export interface Document {
  readonly title: string
  readonly chunks: ReadonlyArray<string>
}

/** The documents. */
export const handbook: ReadonlyArray<Document> = [
  {
    title: "Hotel Marina",
    chunks: [
      "The Marina is a hotel on the harbour of Split, open all year.",
      "Breakfast is served from seven to ten on the terrace.",
      "Dogs are welcome. They cost 12 euros a night."
    ]
  },
  {
    title: "Hotel Alpenblick",
    chunks: [
      "The Alpenblick is a mountain inn above Zermatt, open from June to October.",
      "Breakfast is served from six, before the climb.",
      "Dogs must stay in the valley."
    ]
  },
  {
    title: "Booking",
    chunks: [
      "A booking can be cancelled without a fee until two days before arrival.",
      "Later, one night is charged.",
      "Invoices are sent by mail on the day of departure."
    ]
  }
]
