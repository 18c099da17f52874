/** The working links in a plain-text email: once it is sent, their keys are removed. */
export function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
  return [...new Set(found)].filter((link) => !link.includes('…'));
}
