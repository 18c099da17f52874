import { announce } from './notices.ts';

let running: string | undefined;

/** Every answer names the build that the server serves. Another one than at first means that this page is out of date. */
export function noteBuild(headers: Headers): void {
  const served = headers.get('x-atrium-build');
  if (served === null || served === running) return;
  if (running !== undefined) announce({ kind: 'new-build' });
  running = served;
}
