// A certificate authority that this process trusts, and certificates it signed.

// oxlint-disable-next-line import/no-unassigned-import -- what @peculiar/x509 asks for before it loads
import "reflect-metadata"
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator
} from "@peculiar/x509"
import * as Tls from "node:tls"
import { certifiedName } from "./dnsNames.ts"

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

const makeKeys = async (): Promise<CryptoKeyPair> => {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  if (!("privateKey" in keys)) throw new Error("A pair of keys is due")
  return keys
}

const pem = async (key: CryptoKey): Promise<string> => {
  const text = Buffer.from(await crypto.subtle.exportKey("pkcs8", key)).toString("base64")
  return `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
}

const day = 86_400_000

/** A valid and an expired certificate for {@link certifiedName}, by an authority that this process now trusts. */
export const makeCertificates = async () => {
  const authority = await makeKeys()
  const root = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Faults",
    keys: authority,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 30 * day),
    notAfter: new Date(Date.now() + day),
    extensions: [new BasicConstraintsExtension(true, 1, true)]
  })
  const sign = async (notAfter: number): Promise<{ readonly cert: string; readonly key: string }> => {
    const keys = await makeKeys()
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${certifiedName}`,
      issuer: root.subject,
      publicKey: keys.publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: algorithm,
      notBefore: new Date(Date.now() - 20 * day),
      notAfter: new Date(Date.now() + notAfter),
      extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: certifiedName }])]
    })
    return { cert: certificate.toString("pem"), key: await pem(keys.privateKey) }
  }
  Tls.setDefaultCACertificates([...Tls.getCACertificates("default"), root.toString("pem")])
  return { good: await sign(day), expired: await sign(-day) }
}
