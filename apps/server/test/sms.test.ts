import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queueAlarmMessage } from '../src/outbox/outbox.ts';
import { outboxMessage } from '../src/registry/schema/operations.ts';
import { openWorld, type World } from './world.ts';

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}

let world: World;
let provider: Server;
let asked: Asked[] = [];
let answers: { status: number; body: string }[] = [];

/** What Twilio documents: a form, HTTP Basic, 201, and a message in an error. */
beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization, form });
      const { status, body: text } = answers.shift() ?? { status: 201, body: '{"sid":"SM1"}' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const sms = { origin, sid: 'AC12', token: 'hunter2', from: '+15125550100' };
  world = await openWorld({ sms, internalHosts: ['127.0.0.1'] });
});
afterAll(async () => {
  await world.close();
  provider.close();
});
beforeEach(() => {
  asked = [];
  answers = [];
});

const text = 'Alarm: space Lobby: 120 people, limit 100';
async function send(to: string): Promise<void> {
  const message = { kind: 'sms', orgId: null, to, subject: '', text } as const;
  await world.registry.system((tx) => queueAlarmMessage(tx, message, world.now()));
}
const rowsTo = (to: string) =>
  world.registry.system(({ sql }) =>
    sql.select().from(outboxMessage).where(eq(outboxMessage.recipient, to)).orderBy(asc(outboxMessage.createdAt)),
  );

it('[R916] sends a text message once, by the call of Twilio', async () => {
  await send('+15125550142');
  await expect.poll(async () => (await rowsTo('+15125550142'))[0]?.sentAt).toBeInstanceOf(Date);
  expect(asked).toEqual([
    {
      path: '/2010-04-01/Accounts/AC12/Messages.json',
      authorization: `Basic ${Buffer.from('AC12:hunter2').toString('base64')}`,
      form: { To: '+15125550142', From: '+15125550100', Body: text },
    },
  ]);
});

it('[R916] tries again after a failure of the provider, and gives up a number that does not exist', async () => {
  answers = [{ status: 503, body: 'Service unavailable' }];
  await send('+15125550143');
  await expect.poll(async () => (await rowsTo('+15125550143'))[0]?.error).toBe('The SMS provider answered 503');
  world.pass({ minutes: 1 });
  // Another message wakes the sender.
  answers = [];
  await send('+15125550144');
  await expect.poll(async () => (await rowsTo('+15125550143'))[0]?.sentAt).toBeInstanceOf(Date);
  answers = [{ status: 400, body: '{"code":21211,"message":"The number is not valid."}' }];
  await send('+15125550145');
  await expect.poll(async () => (await rowsTo('+15125550145'))[0]?.failedAt).toBeInstanceOf(Date);
  expect((await rowsTo('+15125550145'))[0]?.error).toBe('The SMS provider answered 400: The number is not valid.');
  expect(world.log.join('\n')).not.toContain('hunter2');
});
