import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Config } from '../../src/config.ts';

/** A message that a peer has accepted. */
export interface Accepted {
  readonly channel: 'mail' | 'sms';
  /** The same for every attempt. Text messages have none. */
  readonly messageId: string | undefined;
  readonly line: string;
  readonly at: number;
}

/** A mail server and an SMS provider that outlive the product. */
export async function startPeers() {
  const accepted: Accepted[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, answer) {
      void (async () => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
        const { messageId, subject = '' } = await PostalMime.parse(Buffer.concat(chunks));
        accepted.push({ channel: 'mail', messageId, line: subject, at: Date.now() });
        answer(null);
        // A sender that was killed in the middle has handed over nothing.
      })().catch(() => {});
    },
  });
  smtp.on('error', () => {});
  const provider = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const line = new URLSearchParams(body).get('Body') ?? '';
      accepted.push({ channel: 'sms', messageId: undefined, line, at: Date.now() });
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
    });
  });
  await Promise.all([
    once(provider.listen(0, '127.0.0.1'), 'listening'),
    new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve)),
  ]);
  const origin = `http://127.0.0.1:${portOf(provider.address())}`;
  const config: Pick<Config, 'smtpUrl' | 'sms'> = {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    sms: { origin, sid: 'AC12', token: 'secret', from: '+15125550100' },
  };
  return {
    accepted: accepted as readonly Accepted[],
    config,
    async stop() {
      provider.closeAllConnections();
      provider.close();
      await new Promise<void>((resolve) => {
        smtp.close(resolve);
      });
    },
  };
}

function portOf(address: unknown): number {
  return (address as AddressInfo).port;
}
