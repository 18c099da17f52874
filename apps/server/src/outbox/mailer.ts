import { createTransport } from 'nodemailer';

export interface MailSender {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail {
  /** Makes the Message-ID: the same for every attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly createdAt: Date;
}

/** A mail server that takes mails. */
export interface Mailer {
  /** Resolves when the server has taken responsibility; throws a `MailFailure` otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export class MailFailure extends Error {
  /** Trying again would be refused again: the address does not exist, the content is not wanted. */
  readonly isPermanent: boolean;
  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

export function openMailer(smtpUrl: string, from: MailSender): Mailer {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          messageId: `<${mail.id}@${domain}>`,
          date: mail.createdAt,
          from,
          // As an object an address is never read as a list of them.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          ...(mail.html !== null && { html: mail.html }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** 5xx is for good, except where it is about us: our sign-in, or the state of the conversation. */
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
