import { maximumRows } from '@atrium/contract/product';
import { secondFactorRequired } from '@atrium/contract/second-factor';
import { otherUser } from '@atrium/contract/session';
import type { ApiError } from './api-error.ts';
import type { Notice } from './notices.ts';
import { texts } from './texts.ts';

/** Screens that must stay when a call returns 401: the person on them has no session yet. */
const publicScreens = [
  '/login',
  '/logout',
  '/setup',
  '/register',
  '/register-sso',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
];

type Failure = Pick<ApiError, 'status' | 'reply'>;

/** The application-wide reaction to a failed call, in addition to the caller's own. */
export function reactionToFailure({ status, reply }: Failure, screen: string): Notice | undefined {
  if (reply?.status === otherUser) return { kind: 'other-user' };
  if (reply?.status === secondFactorRequired) return { kind: 'enroll' };
  const hasNoSession = publicScreens.includes(screen) || screen.startsWith('/kiosk/');
  if (status === 401 && !hasNoSession) return { kind: 'signed-out' };
  if (status === 502) return { kind: 'toast', tone: 'warning', ...texts.maintenance };
  return undefined;
}

/** Application-wide notices about a successful GET. */
export function noticesFor(reply: unknown): Notice[] {
  const { rows, messages } = partsOf(reply);
  const notices: Notice[] = [];
  if (rows >= maximumRows || messages.some((message) => message.includes('hit the limit')))
    notices.push({ kind: 'toast', tone: 'warning', ...texts.maximumResults });
  const { title } = texts.recordErrors;
  const errors = messages.filter(isRecordError);
  if (errors.length > 0) notices.push({ kind: 'toast', tone: 'danger', title, text: errors.join(' ') });
  return notices;
}

/** Stored rows that could not be evaluated; all other messages are notes. */
export function isRecordError(message: string): boolean {
  return message.includes(texts.recordErrors.marker);
}

function partsOf(reply: unknown): { rows: number; messages: string[] } {
  if (Array.isArray(reply)) return { rows: reply.length, messages: [] };
  if (typeof reply !== 'object' || reply === null) return { rows: 0, messages: [] };
  return {
    rows: 'results' in reply && Array.isArray(reply.results) ? reply.results.length : 0,
    messages: 'messages' in reply && Array.isArray(reply.messages) ? reply.messages.filter(isText) : [],
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
