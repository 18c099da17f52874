import { useSyncExternalStore } from 'react';

/** Background calls and calls with their own loading state; they do not show the progress line. */
const quiet = [
  '/api/ping',
  '/api/data',
  '/api/meta',
  '/api/client-error',
  '/loggedin',
  '/api/sensor/list',
  '/api/sensor/{sensorId}/status',
  '/api/job/',
  '/api/first-steps',
  '/api/offline-sensor',
  '/api/push-key',
  '/api/push/',
];

const listeners = new Set<() => void>();
let running = 0;

/** Counts a call as busy until the returned function is called. */
export function beginBusy(path: string): () => void {
  if (quiet.some((prefix) => path.startsWith(prefix))) return () => {};
  change(1);
  return () => change(-1);
}

export function useBusy(): boolean {
  return useSyncExternalStore(listen, () => running > 0);
}

function change(by: number): void {
  running += by;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
