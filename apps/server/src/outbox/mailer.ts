import { createTransport, type SendMailOptions } from 'nodemailer';
import { connect, type Socket } from 'node:net';
import type { MailSender } from '../config.ts';

export interface OutgoingMail {
  /** Creates the Message-ID: the same for every attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly createdAt: Date;
  /** Of a call. */
  readonly webhookId?: string | null;
}

/** A mail server that accepts emails. */
export interface Mailer {
  /** Resolves when the server has taken responsibility; throws a `MailFailure` otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export class MailFailure extends Error {
  /** A retry would be refused again: the address does not exist, the content is rejected. */
  readonly isPermanent: boolean;
  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/** Per-step timeouts do not stop a server that sends a byte now and then. */
const defaultTimeoutMs = 2 * 60_000;
const connectionTimeout = 10_000;

export function openMailer(smtpUrl: string, from: MailSender, maxMs = defaultTimeoutMs): Mailer {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  let transport = connectTo(smtpUrl);
  const giveUp = () => {
    // The library cannot abort a single conversation: the others are retried like this one.
    transport.cut();
    transport = connectTo(smtpUrl);
  };
  return {
    async send(mail) {
      try {
        const sending = transport.sendMail({
          messageId: `<${mail.id}@${domain}>`,
          date: mail.createdAt,
          from,
          // As an object, an address is never parsed as a list.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          ...(mail.html !== null && { html: mail.html }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
        await within(maxMs, sending, giveUp);
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

interface Connected {
  sendMail(mail: SendMailOptions): Promise<unknown>;
  close(): void;
  /** Also aborts conversations in progress, which closing does not. */
  cut(): void;
}

interface Wanted {
  readonly host?: string | undefined;
  readonly port?: number | string | undefined;
  readonly secure?: boolean | undefined;
}
type Connecting = (error: Error | null, socket?: { connection: Socket }) => void;

function connectTo(smtpUrl: string): Connected {
  const sockets = new Set<Socket>();
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(options: Wanted, callback: Connecting) {
      const { host = 'localhost', secure = false } = options;
      const socket = connect({ host, port: Number(options.port ?? (secure ? 465 : 587)) });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      const timer = setTimeout(() => socket.destroy(new Error('Connection timeout')), connectionTimeout);
      socket.once('connect', () => callback(null, { connection: socket }));
      socket.once('connect', () => socket.off('error', callback));
      socket.once('error', callback);
      socket.on('error', () => {});
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
    },
  });
  // A failed send rejects its own promise; errors of idle connections are ignored.
  transport.on('error', () => {});
  return {
    sendMail: (mail) => transport.sendMail(mail),
    close: () => transport.close(),
    cut() {
      transport.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function within(ms: number, work: Promise<unknown>, giveUp: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The mail server took too long.'));
      giveUp();
    }, ms);
  });
  // It may fail after it was given up.
  work.catch(() => {});
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** 5xx is permanent, except where we are the cause: our sign-in, or the state of the conversation. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode, response, message } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const aboutUs = code === 'EAUTH' || responseCode === 503 || responseCode === 530 || responseCode === 535;
  const isPermanent = responseCode !== undefined && responseCode >= 500 && !aboutUs;
  return new MailFailure((response ?? message ?? String(error)).slice(0, 300), isPermanent);
}
