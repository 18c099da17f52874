/** A MAC address as it is stored: twelve upper-case hexadecimal digits. Null when the text is none of the usual ways to write one. */
export function normalizeMac(text: string): string | null {
  const written = text.trim().toUpperCase();
  return usual.test(written) ? written.replaceAll(/[:.-]/g, '') : null;
}

/** Digits alone, six pairs, or three groups of four with dots between. */
const usual = /^([0-9A-F]{12}|[0-9A-F]{2}([:.-])[0-9A-F]{2}(\2[0-9A-F]{2}){4}|[0-9A-F]{4}(\.[0-9A-F]{4}){2})$/;

/** As people read it: pairs with colons between them. What is no stored address stays as it is. */
export function formatMac(mac: string): string {
  return /^[0-9A-F]{12}$/i.test(mac) ? (mac.match(/../g)?.join(':') ?? mac).toUpperCase() : mac;
}
