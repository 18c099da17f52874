/**
 * Search parameters of a hash route stay text: a reset key `1e5` is not a number. Screens convert what they need in
 * their own schema.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
