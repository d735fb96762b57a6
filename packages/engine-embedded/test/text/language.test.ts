// Detection of languages, and stems by language.
import { assert, describe, it } from "@effect/vitest"
import { detectLanguage } from "../../src/text/language.ts"
import { stem } from "../../src/text/stem.ts"

const shortTexts = {
  ar: ["أين المتجر؟"],
  de: ["Das Paket kam zu spät an.", "Wo bekomme ich Hilfe?", "Öffnungszeiten und Preise"],
  en: ["The parcel arrived late.", "Where can I get help?", "Opening hours and prices"],
  es: ["El paquete llegó tarde.", "¿Dónde puedo obtener ayuda?", "Horarios de apertura y precios"],
  fr: ["Le colis est arrivé en retard.", "Où puis-je obtenir de l'aide ?", "Horaires d'ouverture et tarifs"],
  it: ["Il pacco è arrivato in ritardo.", "Dove posso trovare aiuto?", "Orari di apertura e prezzi"],
  ja: ["サーバーの準備ができました。", "どこで助けを得られますか", "営業時間と料金"],
  ko: ["매장이 어디에 있나요?"],
  nl: ["Het pakket kwam te laat aan.", "Waar kan ik hulp krijgen?", "Openingstijden en prijzen"],
  pl: ["Paczka dotarła za późno.", "Gdzie mogę uzyskać pomoc?", "Godziny otwarcia i ceny"],
  pt: ["O pacote chegou atrasado.", "Onde posso obter ajuda?", "Horários de abertura e preços"],
  ru: ["Сервер готов.", "Где я могу получить помощь?", "Часы работы и цены"],
  sv: ["Paketet är sent och jag är arg.", "Var kan jag få hjälp?", "Öppettider och priser"],
  zh: ["服务器已经准备好了。", "我在哪里可以得到帮助？", "营业时间和价格"]
}

describe("the language of a text", () => {
  it("is found in a short sentence or heading", () => {
    for (const [language, texts] of Object.entries(shortTexts))
      for (const text of texts) assert.strictEqual(detectLanguage(text), language, text)
  })

  it("is unknown where there are no words", () => {
    for (const text of ["", "42", "====", "🙂"]) assert.isUndefined(detectLanguage(text), text)
  })
})

const families = (language: string, ...lists: ReadonlyArray<string>) => {
  for (const list of lists) {
    const words = list.split(" ")
    assert.strictEqual(new Set(words.map((word) => stem(word, language))).size, 1, list)
  }
}

describe("the stem of a word", () => {
  it("is the same for the forms of an English word", () =>
    families(
      "en",
      "refund refunds refunded refunding",
      "cancel cancelled cancellation",
      "verify verifies verified",
      "reply replies replied",
      "status statuses"
    ))

  it("keeps different words apart", () => {
    assert.notStrictEqual(stem("reply"), stem("rep"))
    assert.notStrictEqual(stem("general"), stem("generous"))
    assert.strictEqual(new Set(["author", "authorization", "authority"].map((word) => stem(word))).size, 3)
    assert.notStrictEqual(stem("organ"), stem("organization"))
    assert.notStrictEqual(stem("universe"), stem("university"))
  })

  it("follows the rules of its language", () => {
    families("de", "rechnung rechnungen", "bestellt bestellte bestellten")
    families("fr", "remboursement remboursements", "annulé annulée annulés")
    families("ru", "заказ заказа заказы")
  })

  it("is the word itself where the language has no algorithm, and where the word is too long", () => {
    assert.strictEqual(stem("words", "ja"), "words")
    const long = "refunds".repeat(10)
    assert.strictEqual(stem(long), long)
  })
})
