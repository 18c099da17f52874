type Tone = 'success' | 'info' | 'warning' | 'danger';

/** Notices from the API layer for the whole application, no matter which component made the call. */
export type Notice =
  | { kind: 'signed-out' }
  /** Another tab has signed someone else in. */
  | { kind: 'other-user' }
  /** A second factor must be added before anything else. */
  | { kind: 'enroll' }
  | { kind: 'new-build' }
  /** A part of this page is missing, and only loading the page again brings it. */
  | { kind: 'reload' }
  | { kind: 'toast'; tone: Tone; title: string; text: string };

type Listener = (notice: Notice) => void;

const listeners = new Set<Listener>();

export function announce(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
