/** Cards whose settings are open: they do not refresh meanwhile. */
const open = new Map<string, number>();
const listeners = new Set<() => void>();

/** Returns what closes them again. */
export function openSettings(widgetId: string): () => void {
  count(widgetId, 1);
  return () => count(widgetId, -1);
}

/** Saved settings load a card again, even if nothing in them changed. */
const saves = new Map<string, number>();

export function noteSaved(widgetId: string): void {
  saves.set(widgetId, savesOf(widgetId) + 1);
  for (const listener of listeners) listener();
}

export function savesOf(widgetId: string): number {
  return saves.get(widgetId) ?? 0;
}

export function hasOpenSettings(widgetId: string): boolean {
  return open.has(widgetId);
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(widgetId: string, change: 1 | -1): void {
  const left = (open.get(widgetId) ?? 0) + change;
  if (left > 0) open.set(widgetId, left);
  else open.delete(widgetId);
  for (const listener of listeners) listener();
}
