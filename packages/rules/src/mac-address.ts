/** A MAC address as it is stored: twelve upper-case hexadecimal digits. Null when the text is none. */
export function normaliseMac(text: string): string | null {
  const written = text.trim().toUpperCase();
  if (/^[0-9A-F]{12}$/.test(written)) return written;
  const separator = written[2];
  if (separator !== ':' && separator !== '-') return null;
  const pairs = written.split(separator);
  return pairs.length === 6 && pairs.every((pair) => /^[0-9A-F]{2}$/.test(pair)) ? pairs.join('') : null;
}

/** As people read it: pairs with colons between them. What is no stored address stays as it is. */
export function formatMac(mac: string): string {
  return /^[0-9A-F]{12}$/i.test(mac) ? (mac.match(/../g)?.join(':') ?? mac).toUpperCase() : mac;
}
