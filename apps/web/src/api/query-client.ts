import { secondFactorRequired } from '@atrium/contract/second-factor';
import { otherUser } from '@atrium/contract/session';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { announce } from './notices.ts';
import { texts as apiTexts } from './texts.ts';

/** The text of a failed read; without `fail`, the title says what failed and the text is that of the server. */
export interface ReadTexts extends Record<string, unknown> {
  title: string;
  fail?: string;
}

/** The texts of a write; without `ok`, the caller reports success, with an undo action. */
export interface WriteTexts extends Record<string, unknown> {
  title: string;
  ok?: string;
  fail: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    queryMeta: ReadTexts;
    mutationMeta: WriteTexts;
  }
}

/** One cache for one signed-in person. Every failed read and every write is reported here, and only here. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => announceFailedRead(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutate, mutation) => announceFailure(error, mutation.meta),
      // Only after the changed data is on screen, so that the message matches what the user sees.
      onSettled: (_data, error, _variables, _onMutate, mutation) => {
        const { title, ok } = mutation.meta ?? {};
        if (error || title === undefined || ok === undefined) return;
        announce({ kind: 'toast', tone: 'success', title, text: ok });
      },
    }),
    defaultOptions: { queries: { retry: mayPass, staleTime: 10_000 } },
  });
}

/** Retries once, and only transient failures. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 503);
}

/** Refusals that lead to another page. */
const saidElsewhere = new Set([otherUser, secondFactorRequired]);

/** Without a connection every read on a page fails for the same reason, which is reported once. */
function announceFailedRead(error: Error, texts: ReadTexts | undefined): void {
  const isOffline = error instanceof ApiError && error.status === 0;
  if (isOffline && texts) announce({ kind: 'toast', tone: 'warning', ...apiTexts.offline });
  else announceFailure(error, texts);
}

function announceFailure(error: Error, texts: ReadTexts | undefined): void {
  const alreadySaid =
    error instanceof ApiError &&
    (error.status === 401 || error.status === 502 || saidElsewhere.has(error.reply?.status ?? ''));
  // The caller aborted it.
  if (!texts || alreadySaid || error.name === 'AbortError') return;
  const { title, fail } = texts;
  announce({ kind: 'toast', tone: 'danger', title, text: fail ? `${fail}. ${error.message}` : error.message });
}
