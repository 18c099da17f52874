/** Lets so many through at a time for each key; the others wait in a row. */
export function createTurnstile(atOnce: number) {
  const inside = new Map<string, { count: number; waiting: (() => void)[] }>();
  return async function pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    const gate = inside.get(key) ?? { count: 0, waiting: [] };
    inside.set(key, gate);
    if (gate.count >= atOnce) await new Promise<void>((resolve) => gate.waiting.push(resolve));
    else gate.count += 1;
    try {
      return await work();
    } finally {
      const next = gate.waiting.shift();
      if (next) next();
      else if ((gate.count -= 1) === 0) inside.delete(key);
    }
  };
}
