import { type APIRequestContext, expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';

/** What staff prepare for a story behind the scenes, by the same calls that the screens make. */
export class StaffCalls {
  readonly #http: APIRequestContext;

  constructor(http: APIRequestContext) {
    this.#http = http;
  }

  static async signIn(http: APIRequestContext): Promise<StaffCalls> {
    const answer = await http.post('/login', { data: { username: 'staff@atrium.demo', password: 'Atrium-demo-1' } });
    expect(answer.ok()).toBe(true);
    return new StaffCalls(http);
  }

  async organization(values: Record<string, unknown> = {}): Promise<{ orgId: string; name: string }> {
    const name = `Acme ${randomUUID().slice(0, 8)}`;
    const answer = await this.#http.post('/api/org', { data: { name, ...values } });
    return (await answer.json()) as { orgId: string; name: string };
  }

  async location(orgId: string, name: string): Promise<{ locationId: string }> {
    const answer = await this.#http.post(`/api/location?orgId=${orgId}`, { data: { name, timezone: 'UTC' } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { locationId: string };
  }

  async change(orgId: string, values: Record<string, unknown>): Promise<void> {
    expect((await this.#http.put(`/api/org/${orgId}`, { data: values })).ok()).toBe(true);
  }

  /** An administrator, because the first person of an organization is one. */
  async invite(
    orgId: string,
    email = `${randomUUID()}@example.com`,
    inviteRole: 1 | 2 = 2,
  ): Promise<{ email: string; userId: string }> {
    const answer = await this.#http.post(`/api/org/${orgId}/invitations`, {
      data: { inviteeEmail: email, inviteRole },
    });
    const { userId } = (await answer.json()) as { userId: string };
    return { email, userId };
  }

  /** Someone with a password who has accepted the terms. */
  async person(orgId: string, name = 'Ada Lovelace', password = 'Analytical-engine-1', role: 1 | 2 = 2) {
    const { email, userId } = await this.invite(orgId, undefined, role);
    const invitationId = new URL((await this.linkTo(email)).replace('#/', '')).searchParams.get('invitationId');
    const visitor = await this.#visitor();
    const answer = await visitor.post('/api/registration', {
      data: { invitationId, user: { name, password }, timeZone: 'UTC' },
    });
    expect(answer.ok()).toBe(true);
    const { version } = (await (await visitor.get('/api/reference/terms')).json()) as { version: string };
    expect((await visitor.post('/api/profile/terms', { data: { version } })).ok()).toBe(true);
    await visitor.dispose();
    return { email, userId, name, password };
  }

  async unlock(userId: string): Promise<void> {
    expect((await this.#http.put(`/api/user/${userId}/resetlogin`)).ok()).toBe(true);
  }

  /** The link in the newest email to someone, as staff read it in the outbox. */
  async linkTo(email: string): Promise<string> {
    const answer = await this.#http.get(`/api/outbox?search=${encodeURIComponent(email)}&limit=1`);
    const [listed] = (await answer.json()) as { outboxMessageId: string }[];
    const opened = listed && (await this.#http.get(`/api/outbox/${listed.outboxMessageId}`));
    const mail = (await opened?.json()) as { text: string } | undefined;
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
    if (link === undefined) throw new Error(`There is no mail to ${email}`);
    return link;
  }

  async #visitor(): Promise<APIRequestContext> {
    const { request } = await import('@playwright/test');
    const baseURL = process.env.ATRIUM_STORY_URL;
    return request.newContext({ ...(baseURL !== undefined && { baseURL }) });
  }
}
