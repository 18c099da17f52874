/** Where a link of a card may lead: a site, or a screen of this product. */
export interface SafeLink {
  readonly href: string;
  /** Another site opens in a new tab. */
  readonly isElsewhere: boolean;
}

/** Undefined for everything else, such as scripts and other programs. */
export function safeLink(text: string): SafeLink | undefined {
  const target = text.trim();
  if (/^#\/[^\s]*$/.test(target)) return { href: target, isElsewhere: false };
  const url = webAddress(target);
  return url && { href: url.href, isElsewhere: true };
}

/** A whole address of the web, without a user name or a password in it. */
export function webAddress(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text.trim())) return undefined;
  const url = URL.parse(text.trim());
  return url && url.username === '' && url.password === '' ? url : undefined;
}
