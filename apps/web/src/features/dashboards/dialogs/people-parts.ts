/** An address holds the ids of so many people. */
export const askedAtOnce = 200;

export function inParts(userIds: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(userIds.length / askedAtOnce);
  return Array.from({ length: parts }, (_, part) => userIds.slice(part * askedAtOnce, (part + 1) * askedAtOnce));
}
