/** The most recently used values; older ones are dropped, so that it never grows beyond `most`. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createRecent<Value>(most: number): Recent<Value> {
  const values = new Map<string, Value>();
  const keep = (key: string, value: Value) => {
    values.delete(key);
    values.set(key, value);
  };
  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) keep(key, value);
      return value;
    },
    set(key, value) {
      keep(key, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
  };
}
