import { announce } from './notices.ts';

let running: string | undefined;

/** Every response names the build that the server serves. If it changes, this page is out of date. */
export function noteBuild(headers: Headers): void {
  const served = headers.get('x-atrium-build');
  if (served === null || served === running) return;
  if (running !== undefined) announce({ kind: 'new-build' });
  running = served;
}

/** The build of this page, once the server has said it. */
export function runningBuild(): string | undefined {
  return running;
}
