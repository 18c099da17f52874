/** The socket at its edge: connected, every subscription is accepted, and nothing new is reported. */
export function io() {
  const listeners = new Map<string, () => void>();
  queueMicrotask(() => listeners.get('connect')?.());
  return {
    connected: true,
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    emit: (_event: string, _payload: unknown, acknowledge?: (answer: { ok: true }) => void) =>
      acknowledge?.({ ok: true }),
    disconnect: () => undefined,
  };
}
