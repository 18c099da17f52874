import { mqttLimits } from '@atrium/rules/mqtt';
import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, createSecureContext, type PeerCertificate } from 'node:tls';

/** Whether certificates and keys that someone entered can be used; absent ones are no problem. */
export function isUsablePem(parts: { ca?: string | null; cert?: string | null; key?: string | null }): boolean {
  const given = Object.entries(parts).filter(([, pem]) => pem !== null && pem !== undefined);
  if (given.some(([, pem]) => (pem ?? '').length > mqttLimits.pem || !(pem ?? '').includes('-----BEGIN ')))
    return false;
  try {
    // What cannot be read among authorities is skipped silently, so each is read separately.
    if (parts.ca && certificatesIn(parts.ca).length === 0) return false;
    createSecureContext(Object.fromEntries(given));
    return true;
  } catch {
    return false;
  }
}

/** Throws if one of them is not a certificate. */
function certificatesIn(pem: string): Buffer[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return found.map((each) => new X509Certificate(each).raw);
}

/**
 * Trust in what someone entered instead of the public authorities. A server that shows exactly an entered certificate may
 * have any name: many devices sign their own, for a name that nobody calls them by.
 */
export function trustIn(ca: string) {
  const entered = certificatesIn(ca);
  return {
    ca,
    allowPartialTrustChain: true,
    checkServerIdentity: (host: string, certificate: PeerCertificate) =>
      entered.some((raw) => raw.equals(certificate.raw)) ? undefined : checkServerIdentity(host, certificate),
  };
}
