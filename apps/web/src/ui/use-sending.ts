import { useEffect, useRef, useState } from 'react';
import type { Question } from './dialogs/ConfirmDialog.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** Files on their way. Closing their dialog asks first; once it is closed, nothing more is sent. */
export function useSending(stop: Question) {
  const [isSending, setSending] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const mayLeave = useUnsaved(() => isSending, { page: stop, dialog: stop });
  /** Calls `done` unless the dialog was closed meanwhile. */
  const send = async <Sent>(all: (signal: AbortSignal) => Promise<Sent>, done: (sent: Sent) => void) => {
    setSending(true);
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const sent = await all(signal);
    if (signal.aborted) return;
    setSending(false);
    done(sent);
  };
  return { isSending, mayLeave, send };
}
