import { useEffect, useState } from 'react';
import { runningBuild } from '../../api/build.ts';
import { keepOfflineProfile } from '../../api/offline-profile.ts';
import { useScope } from '../../api/scope.tsx';
import { rememberCounter } from './last-counter.ts';

const worker = '/counter-worker.js';
const manifest = '/counter.webmanifest';

/** Makes the page of a counter open again without a connection, once everything it needs has been loaded. */
export function useOfflineCounter(path: string, isOpen: boolean): void {
  const { userId, profile } = useScope();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const usual = link?.getAttribute('href') ?? '';
    link?.setAttribute('href', manifest);
    return () => link?.setAttribute('href', usual);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    rememberCounter(path);
    keepOfflineProfile(userId, profile);
    void keepShell().catch(() => undefined);
  }, [isOpen, path, userId, profile]);
}

async function keepShell(): Promise<void> {
  const build = runningBuild();
  // Browsers offer it to pages with a secure connection only, and a development server has no build.
  if (!('serviceWorker' in navigator) || build === undefined) return;
  // What is otherwise loaded when it is needed.
  await Promise.all([import('../../ui/dialogs/ConfirmDialog.tsx'), import('../../ui/Toasts.tsx')]);
  await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const urls = loaded.filter(({ origin }) => origin === window.location.origin).map(({ pathname }) => pathname);
  active?.postMessage({ kind: 'keep', build, urls: [...new Set(urls)] });
}

/** What browsers hand to a page that can be installed. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Installs the counter; undefined while the browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const [offered, setOffered] = useState<InstallEvent | null>(null);
  useEffect(() => {
    const offer = (event: Event) => {
      event.preventDefault();
      setOffered(event as InstallEvent);
    };
    const done = () => setOffered(null);
    window.addEventListener('beforeinstallprompt', offer);
    window.addEventListener('appinstalled', done);
    return () => {
      window.removeEventListener('beforeinstallprompt', offer);
      window.removeEventListener('appinstalled', done);
    };
  }, []);
  if (!offered) return undefined;
  return () => {
    setOffered(null);
    void offered.prompt();
  };
}
