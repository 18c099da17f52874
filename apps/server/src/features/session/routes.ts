import { loggedIn, login, logout, ping } from '@atrium/contract/session';
import type { Http } from '../../http/server.ts';
import type { Sessions } from './sign-in.ts';

export function bindSession(http: Http, sessions: Sessions): void {
  http.bind(login, async ({ body, reply, ...caller }) => {
    const { setCookies, userId, landing } = await sessions.signIn(body, caller);
    for (const cookie of setCookies) reply.header('Set-Cookie', cookie);
    return { userId, landing };
  });
  http.bind(logout, async ({ actor, reply }) => {
    reply.header('Set-Cookie', await sessions.signOut(actor));
    return { ok: true } as const;
  });
  http.bind(loggedIn, ({ actor }) => actor?.userId ?? '0');
  http.bind(ping, () => ({ ok: true }) as const);
}
