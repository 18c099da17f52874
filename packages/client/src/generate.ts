import { isOpenToClients } from '@atrium/contract/access';
import type { Endpoint } from '@atrium/contract/endpoint';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { printedType } from './printed-type.ts';

export const clientFiles = ['atrium-client.js', 'atrium-client.d.ts'] as const;
export type ClientFile = (typeof clientFiles)[number];

/** The files of the client, for the calls of a catalog that API clients may make. */
export async function generateClient(catalog: readonly Endpoint[]): Promise<Record<ClientFile, string>> {
  // A question in a body is the same call: the client decides which of both it sends.
  const calls = catalog
    .filter((call) => isForClients(call) && !call.readsOnly)
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return { 'atrium-client.js': await script(calls), 'atrium-client.d.ts': declarations(calls) };
}

/** Clients are linked to users of an organization, so calls of staff are closed to them. Public calls need no client. */
export function isForClients(endpoint: Endpoint): boolean {
  const { access } = endpoint;
  if (access.kind === 'public' || !isOpenToClients(endpoint)) return false;
  return !access.roles || access.roles.some((role) => role !== 'SenSourceUser');
}

/** `listAttachments:org` is `listAttachmentsOrg`. */
function nameOf({ name }: Endpoint): string {
  return name.replaceAll(/:(\w)/g, (_, letter: string) => letter.toUpperCase());
}

type ReplyKind = 'json' | 'list' | 'text' | 'blob';

function kindOf({ list, plainText, streamed, reply }: Endpoint): ReplyKind {
  if (plainText) return 'text';
  if (list) return 'list';
  return streamed && reply instanceof z.ZodMiniUnknown ? 'blob' : 'json';
}

/** The same file next to the source file and next to the bundle. */
const runtime = new URL('./runtime.js', import.meta.url);

async function script(calls: readonly Endpoint[]): Promise<string> {
  const rows = calls.map((call) => {
    const more = call.inBody ? ', true' : '';
    return `  ${nameOf(call)}: ['${call.path}', '${kindOf(call)}'${more}],`;
  });
  return `${await readFile(runtime, 'utf8')}
/** @type {Record<string, CallShape>} */
const calls = {
${rows.join('\n')}
};

/** @param {ClientOptions} options */
export function createClient(options) {
  return createCalls(options, calls);
}
`;
}

function declarations(calls: readonly Endpoint[]): string {
  return `/** A call that was refused. \`status\` is that of HTTP, \`code\` and \`details\` are those of the API. */
export class AtriumError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
  readonly requestId: string | undefined;
}

export interface ClientOptions {
  /** The address of the installation, such as https://counts.example.com. */
  url: string;
  clientId?: string;
  clientSecret?: string;
  /** In place of id and secret, where those must not be: in a browser. */
  getToken?: () => Promise<string>;
  /** How often a call is repeated that is refused with 429 or 503; 4 when absent. */
  retries?: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** One page of a list, and how many rows there are in all. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface AtriumClient {
${calls.map(method).join('\n')}
}

export function createClient(options: ClientOptions): AtriumClient;
`;
}

function method(call: Endpoint): string {
  const input = inputOf(call);
  const isOptional = !/^ {4}\w+: /m.test(input);
  return `  /** ${call.summary}. \`GET ${call.path}\` */
  ${nameOf(call)}(input${isOptional ? '?' : ''}: ${input}, options?: CallOptions): Promise<${replyOf(call)}>;`;
}

function inputOf({ params, query }: Endpoint): string {
  const parts = [params, query].flatMap((schema) => (schema ? [printedType(schema, 'input')] : []));
  return parts.length === 0 ? '{}' : parts.join(' & ');
}

function replyOf(call: Endpoint): string {
  const kind = kindOf(call);
  if (kind === 'text') return 'string';
  if (kind === 'blob') return 'Blob';
  const printed = printedType(call.reply, 'output');
  return kind === 'list' ? `Page<${printed.replace(/\[\]$/, '')}>` : printed;
}
