/**
 * A normalized MAC address: twelve uppercase hexadecimal digits. Null if the text is not one of the common notations.
 */
export function normalizeMac(text: string): string | null {
  const written = text.trim().toUpperCase();
  return usual.test(written) ? written.replaceAll(/[:.-]/g, '') : null;
}

/** Digits alone, six pairs, or three groups of four with dots between. */
const usual = /^([0-9A-F]{12}|[0-9A-F]{2}([:.-])[0-9A-F]{2}(\2[0-9A-F]{2}){4}|[0-9A-F]{4}(\.[0-9A-F]{4}){2})$/;

/** For display: pairs with colons between them. Anything else stays unchanged. */
export function formatMac(mac: string): string {
  return /^[0-9A-F]{12}$/i.test(mac) ? (mac.match(/../g)?.join(':') ?? mac).toUpperCase() : mac;
}
