/** The addresses in a plain-text mail that can still be followed: once it is sent, their keys are left out. */
export function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
  return [...new Set(found)].filter((link) => !link.includes('…'));
}
