import { useState } from 'react';

/** A text stored on this device. Where storage is forbidden it lasts as long as the page. */
export function useRemembered(key: string): [string | null, (value: string) => void] {
  const [held, setHeld] = useState({ key, value: recall(key) });
  const value = held.key === key ? held.value : recall(key);
  const change = (next: string) => {
    setHeld({ key, value: next });
    remember(key, next);
  };
  return [value, change];
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`atrium.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`atrium.${key}`, value);
  } catch {
    // Forbidden or full: nothing depends on it.
  }
}

/** Deletes everything whose key begins with this prefix. */
export function forgetAll(beginning: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`atrium.${beginning}`)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
