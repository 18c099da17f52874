import { reportClientError } from '@atrium/contract/diagnostics';
import { call } from './client.ts';

/** Sends an error that happened in the browser to the server's log. Never throws: the error itself is the problem. */
export async function report(problem: unknown): Promise<void> {
  const shown = problem instanceof Error ? problem : new Error(String(problem));
  const body = {
    url: withoutSecret(window.location.href).slice(0, 2000),
    message: shown.message.slice(0, 2000),
    type: shown.name.slice(0, 200),
    ...(shown.stack && { stackTrace: shown.stack.slice(0, 10_000) }),
    ...(shown.cause instanceof Error && { cause: shown.cause.message.slice(0, 2000) }),
  };
  try {
    await call(reportClientError, { body });
  } catch {
    // There is nowhere left to say it.
  }
}

/** Reports uncaught errors. */
export function reportUncaught(): void {
  window.addEventListener('error', (event) => void report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => void report(event.reason));
}

/** The address of a wall screen contains the secret of its link. */
function withoutSecret(address: string): string {
  return address.replace(/(#\/kiosk\/)[^/?]+/, '$1…');
}
