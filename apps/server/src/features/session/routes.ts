import { loginAs, returnFromLoginAs } from '@atrium/contract/login-as';
import { loggedIn, login, logout, ping } from '@atrium/contract/session';
import type { Http } from '../../http/server.ts';
import { sessionAnswer } from '../../http/session-answer.ts';
import type { LoginAs } from './login-as.ts';
import type { Sessions } from './sign-in.ts';

export function bindSession(http: Http, sessions: Sessions, staffVisits: LoginAs): void {
  http.bind(login, async ({ body, reply, ...caller }) => {
    const result = await sessions.signIn(body, caller);
    for (const cookie of result.setCookies) reply.header('Set-Cookie', cookie);
    if ('url' in result) return { isSSO: true, url: result.url } as const;
    if ('secondFactor' in result) return { isSSO: false, secondFactor: result.secondFactor } as const;
    return { isSSO: false, userId: result.userId, landing: result.landing } as const;
  });
  http.bind(logout, async ({ actor, reply }) => {
    reply.header('Set-Cookie', await sessions.signOut(actor));
    return { ok: true } as const;
  });
  http.bind(loggedIn, ({ actor }) => actor?.userId ?? '0');
  http.bind(ping, () => ({ ok: true }) as const);

  http.bind(loginAs, async ({ actor, body, reply, ...caller }) =>
    sessionAnswer(await staffVisits.enter(actor, body.username, caller), reply),
  );
  http.bind(returnFromLoginAs, async ({ actor, reply, ...caller }) =>
    sessionAnswer(await staffVisits.leave(actor, caller), reply),
  );
}
