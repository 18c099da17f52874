import { type TokenRefusal, tokenPaths } from '@atrium/contract/api-clients';
import type { FastifyInstance } from 'fastify';
import { answerTo } from '../../http/errors.ts';
import { createTokens, RefusedToken, type TokenDependencies } from './tokens.ts';

const bodyLimit = 16 * 1024;

/**
 * The token endpoint of OAuth 2, which is no call of the contract: it takes forms, and refuses in a format of its own.
 * It reads no cookie, so a form of another site gains nothing.
 */
export function bindTokens(pages: FastifyInstance, dependencies: TokenDependencies): void {
  const issue = createTokens(dependencies);

  void pages.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(String(text))),
    );
    scope.setErrorHandler(async (error, request, reply) => {
      const { status, refusal, retryAfter, fault } = described(error, request.id);
      if (fault) request.log.error({ err: error, requestId: request.id }, 'A token could not be issued');
      if (retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(retryAfter)));
      if (status === 401) reply.header('WWW-Authenticate', 'Basic realm="API clients"');
      return reply.status(status).headers(notStored).type('application/json; charset=utf-8').send(refusal);
    });
    for (const url of tokenPaths) {
      scope.post(url, { bodyLimit }, async ({ body, headers, ip }, reply) => {
        const sent = parametersOf(body);
        const basic = basicOf(headers.authorization);
        if (basic && sent.clientSecret !== undefined) {
          throw new RefusedToken('invalid_request', 'Send the client secret once, in the header or in the body.');
        }
        const token = await issue({ ...sent, ...basic, address: ip });
        return reply.headers(notStored).send(token);
      });
    }
  });
}

const notStored = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** Unknown parameters are ignored, as the standard says; a repeated one is an error. */
function parametersOf(body: unknown) {
  const read = (name: string): string | undefined => {
    const values: readonly unknown[] = body instanceof URLSearchParams ? body.getAll(name) : [fieldOf(body, name)];
    const [value] = values;
    if (values.length > 1) throw new RefusedToken('invalid_request', `${name} was given more than once.`);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') throw new RefusedToken('invalid_request', `${name} must be text.`);
    return value;
  };
  return { grantType: read('grant_type'), clientId: read('client_id'), clientSecret: read('client_secret') };
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Record<string, unknown>)[name]
    : undefined;
}

/** Both parts are encoded as in a form (RFC 6749, section 2.3.1). */
function basicOf(authorization = ''): { clientId: string; clientSecret: string } | undefined {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [, clientId = '', clientSecret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}

function described(error: unknown, requestId: string) {
  if (error instanceof RefusedToken) {
    return {
      status: error.status,
      refusal: refusalOf(error.error, error.message),
      retryAfter: undefined,
      fault: false,
    };
  }
  const { status, body, retryAfter, fault } = answerTo(error, requestId);
  const name =
    status === 429 || status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';
  return { status, refusal: refusalOf(name, body.message), retryAfter, fault };
}

function refusalOf(error: TokenRefusal['error'], description: string): TokenRefusal {
  return { error, error_description: description, err: description };
}
