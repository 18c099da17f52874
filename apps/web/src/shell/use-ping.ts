import { ping } from '@atrium/contract/session';
import { useEffect } from 'react';
import { call } from '../api/client.ts';

const every = 300_000;

/** Keeps the session alive while the page is open. */
export function usePing(): void {
  useEffect(() => {
    const timer = setInterval(() => void call(ping, {}).catch(() => undefined), every);
    return () => clearInterval(timer);
  }, []);
}
