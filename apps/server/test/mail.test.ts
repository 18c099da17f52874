import { getOutboxMessage, listOutbox } from '@atrium/contract/mail';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

/** The responses of the mail server to the next emails to an address; it keeps the email in any case. */
const refusals = new Map<string, number[]>();
const received: { to: string; mail: Email }[] = [];
async function keep(to: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  received.push({ to, mail: await PostalMime.parse(Buffer.concat(chunks)) });
}

const peer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, session, answer) {
    const to = session.envelope.rcptTo[0]?.address ?? '';
    const responseCode = refusals.get(to)?.shift();
    const refusal = responseCode === undefined ? null : Object.assign(new Error('Not now'), { responseCode });
    void keep(to, stream).then(() => answer(refusal));
  },
});

let world: World;
let staff: Client;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    peer.listen(0, '127.0.0.1', resolve);
  });
  const { port } = peer.server.address() as AddressInfo;
  world = await openWorld({ publicUrl: 'https://counts.example.com', smtpUrl: `smtp://127.0.0.1:${port}` });
  staff = await world.signIn(await world.staff());
});
afterAll(async () => {
  await world.close();
  await new Promise<void>((resolve) => {
    peer.close(resolve);
  });
});

const newAddress = () => `${randomUUID()}@example.test`;
const mailsTo = (address: string) => received.filter(({ to }) => to === address).map(({ mail }) => mail);
const sentTo = (address: string, count: number) =>
  vi.waitFor(() => expect(mailsTo(address)).toHaveLength(count), { timeout: 10_000, interval: 50 });
async function inviteTo(address: string) {
  const { orgId } = await world.organization({ name: 'Böhm & Söhne' });
  return staff.send('POST', `/api/org/${orgId}/invitations`, { inviteeEmail: address, inviteRole: 2 });
}
const outboxOf = async (address: string) => (await staff.call(listOutbox, { query: { search: address } }))[0];
const settled = (address: string, state: 'sentAt' | 'failedAt') =>
  vi.waitFor(async () => expect((await outboxOf(address))?.[state]).not.toBeNull(), { timeout: 10_000, interval: 50 });

describe('[S40] an email', () => {
  it('is sent once its cause is committed, with matching text and HTML, and keeps no key afterward', async () => {
    const address = newAddress();
    const answer = await inviteTo(address);
    expect([answer.status, JSON.stringify(answer.body).includes('link')]).toEqual([200, false]);
    await sentTo(address, 1);
    const [mail] = mailsTo(address);
    const message = await outboxOf(address);
    expect(mail).toMatchObject({
      from: { name: 'Atrium', address: 'no-reply@counts.example.com' },
      to: [{ address }],
      subject: 'You are invited to Böhm & Söhne',
      messageId: `<${message?.outboxMessageId}@counts.example.com>`,
    });
    const link = /https:\/\/counts\.example\.com\/#\/register\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).toMatch(/invitationId=[0-9a-z]{32}$/);
    expect(mail?.html).toContain(link.replaceAll('&', '&amp;'));
    expect(mail?.html).toContain('Böhm &amp; Söhne');
    await settled(address, 'sentAt');
    const kept = await staff.call(getOutboxMessage, { params: { outboxMessageId: message?.outboxMessageId ?? '' } });
    expect(kept.html).toBeNull();
    expect(kept.text).not.toMatch(/invitationId=[0-9a-z]/);
  });

  it('is not sent when its cause is refused', async () => {
    const address = newAddress();
    await inviteTo(address);
    await sentTo(address, 1);
    expect((await inviteTo(address)).status).toBe(409);
    const other = newAddress();
    await inviteTo(other);
    await sentTo(other, 1);
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('with an unknown outcome is sent once more, under the same Message-ID', async () => {
    const address = newAddress();
    refusals.set(address, [451]);
    await inviteTo(address);
    await sentTo(address, 1);
    await vi.waitFor(async () => expect((await outboxOf(address))?.error).toContain('Not now'), { timeout: 10_000 });
    world.pass({ seconds: 61 });
    await inviteTo(newAddress());
    await sentTo(address, 2);
    const [first, second] = mailsTo(address);
    expect(second?.messageId).toBe(first?.messageId);
    await settled(address, 'sentAt');
    expect(await outboxOf(address)).toMatchObject({ attempts: 2, error: null });
  });

  it('that is permanently refused is given up, with the reason', async () => {
    const address = newAddress();
    refusals.set(address, [550]);
    await inviteTo(address);
    await settled(address, 'failedAt');
    expect(await outboxOf(address)).toMatchObject({
      sentAt: null,
      attempts: 1,
      error: expect.stringContaining('Not now'),
    });
    expect(mailsTo(address)).toHaveLength(1);
    expect((await outboxOf(address))?.text).not.toMatch(/invitationId=[0-9a-z]/);
  });

  it('[S81] confirms a new email address by the link sent there, and its key is stored nowhere else', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    const address = newAddress();
    const change = { email: address, currentPassword: user.password };
    expect((await client.send('PUT', '/api/profile', change)).status).toBe(200);
    await Promise.all([sentTo(address, 1), sentTo(user.email, 1)]);
    const [, emailKey = ''] = /#\/confirm-email\?emailKey=(\w{32})$/m.exec(mailsTo(address)[0]?.text ?? '') ?? [];
    await settled(address, 'sentAt');
    expect((await outboxOf(address))?.text).not.toContain(emailKey);
    expect(mailsTo(user.email)[0]?.text).not.toContain(emailKey);
    const answer = await world.anonymous().post('/api/email-change/confirm', { emailKey });
    expect(answer).toMatchObject({ status: 200, body: { email: address } });
    expect(world.log.join('')).not.toContain(emailKey);
    await sentTo(user.email, 2);
  });
});
