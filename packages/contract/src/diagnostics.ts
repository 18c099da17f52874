import * as z from 'zod/mini';
import { isPublic } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

const text = (most: number) => z.string().check(z.maxLength(most));

export const reportClientError = defineEndpoint({
  name: 'reportClientError',
  area: 'global-http',
  summary: 'An error that happened in the browser, for the log',
  method: 'POST',
  path: '/api/client-error',
  access: isPublic,
  body: z.strictObject({
    url: text(2000),
    message: text(2000),
    type: text(200),
    stackTrace: z.optional(text(10_000)),
    cause: z.optional(text(2000)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
