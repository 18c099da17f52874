const longest = 60;

/**
 * A name that someone chose, in an email to someone else: short, on one line, and without anything that mail programs
 * turn into a link, such as an address or a bare domain. Every template quotes names with this.
 */
export function quoted(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/\w+:\/\//g, ' ')
    .replaceAll('@', ' ')
    .replaceAll(/[.\u2024\u3002\uff0e\uff61](?=\S)/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= longest
    ? plain
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
