import { loggedIn } from '@atrium/contract/session';
import { call } from './client.ts';

/** The id of the signed-in user, or null. Any response but "0" counts as signed in. */
export async function checkSession(): Promise<string | null> {
  const answer = await call(loggedIn, { query: { time: String(Date.now()) } });
  return answer === '0' ? null : answer;
}
