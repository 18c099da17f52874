import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A Freshdesk account as version 2 of its API documents it: HTTP Basic with the key, companies with unique names, contacts
 * with unique addresses and external ids, tickets that are checked field by field, pages of 30 to 100 with a Link header,
 * tickets of the last 30 days unless `updated_since` goes further back, a bin for deleted tickets, 429 with Retry-After.
 */

type Fields = Record<string, unknown>;
export interface FreshdeskRow extends Fields {
  readonly id: number;
}

export interface Freshdesk {
  readonly account: { origin: string; apiKey: string };
  readonly companies: FreshdeskRow[];
  readonly contacts: FreshdeskRow[];
  readonly tickets: FreshdeskRow[];
  /** Calls so far, as `METHOD path`. */
  readonly asked: string[];
  /**
   * What the next calls get instead of a normal response: a status, seconds to wait, silence, or a proxy's error page.
   */
  trouble: 'none' | 'silence' | 'nonsense' | { status: number; retryAfter?: number } | { status: 429; until: Date };
  /** Someone works in Freshdesk itself. */
  agentChanges(ticketId: number, changes: Fields): void;
  agentOpens(values: Fields): FreshdeskRow;
  close(): Promise<void>;
}

interface Problem {
  readonly field: string;
  readonly message: string;
  readonly code: 'missing_field' | 'invalid_value' | 'invalid_field' | 'datatype_mismatch' | 'duplicate_value';
}

class Answer extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    super(String(status));
    this.status = status;
    this.body = body;
  }
}

const ticketTypes = ['Question', 'Incident', 'Problem', 'Test', 'Installation Event', 'Accuracy', 'Maintenance'];
const groups = [
  { id: 35_000_000_001, name: 'Field team' },
  { id: 35_000_000_002, name: 'Hotline' },
];
const ticketFields = new Set([
  'subject',
  'description',
  'requester_id',
  'status',
  'priority',
  'type',
  'group_id',
  'source',
]);

export async function startFreshdesk(clock: () => Date): Promise<Freshdesk> {
  const apiKey = randomUUID();
  const authorization = `Basic ${Buffer.from(`${apiKey}:X`).toString('base64')}`;
  let serial = 4_000;
  const now = () => clock().toISOString().replace(/\.\d+/, '');
  const desk = { companies: [] as FreshdeskRow[], contacts: [] as FreshdeskRow[], tickets: [] as FreshdeskRow[] };
  const asked: string[] = [];

  const add = (rows: FreshdeskRow[], values: Fields): FreshdeskRow => {
    const row = { id: (serial += 1), ...values, created_at: now(), updated_at: now() };
    rows.push(row);
    return row;
  };
  const change = (rows: FreshdeskRow[], row: FreshdeskRow, values: Fields): FreshdeskRow => {
    const changed = { ...row, ...values, updated_at: now() };
    rows[rows.indexOf(row)] = changed;
    return changed;
  };
  const taken = (rows: readonly FreshdeskRow[], values: Fields, fields: readonly string[]): Problem[] =>
    fields
      .filter((field) => values[field] !== undefined && rows.some((row) => row[field] === values[field]))
      .map((field) => ({ field, message: 'It should be a unique value', code: 'duplicate_value' }));

  function openCompany(values: Fields): FreshdeskRow {
    refuse(400, text('name', values['name']));
    refuse(409, taken(desk.companies, values, ['name']));
    return add(desk.companies, values);
  }

  function openContact(values: Fields): FreshdeskRow {
    const identities = ['email', 'phone', 'mobile', 'twitter_id', 'unique_external_id'];
    const unknown = desk.companies.some(({ id }) => id === values['company_id']);
    refuse(400, [
      ...text('name', values['name']),
      ...(identities.some((field) => typeof values[field] === 'string')
        ? []
        : [{ field: 'email', message: 'Please fill at least 1 of these fields', code: 'missing_field' } as const]),
      ...(values['company_id'] === undefined || unknown ? [] : [invalid('company_id', 'There is no such company')]),
    ]);
    refuse(409, taken(desk.contacts, values, ['email', 'unique_external_id']));
    return add(desk.contacts, values);
  }

  function ticketProblems(values: Fields): Problem[] {
    const { subject, description, requester_id, status, priority, type, group_id } = values;
    return [
      ...Object.keys(values)
        .filter((field) => !ticketFields.has(field))
        .map((field) => ({ field, message: 'Unexpected/invalid field in request', code: 'invalid_field' }) as const),
      ...(subject === undefined ? [] : text('subject', subject)),
      ...(description === undefined ? [] : text('description', description)),
      ...check(
        'requester_id',
        requester_id,
        desk.contacts.map(({ id }) => id),
        'There is no contact matching it',
      ),
      ...check('status', status, [2, 3, 4, 5, 6], "It should be one of these values: '2,3,4,5,6'"),
      ...check('priority', priority, [1, 2, 3, 4], "It should be one of these values: '1,2,3,4'"),
      ...check('type', type, ticketTypes, `It should be one of these values: '${ticketTypes.join(',')}'`),
      ...(group_id === null
        ? []
        : check(
            'group_id',
            group_id,
            groups.map(({ id }) => id),
            'There is no group matching it',
          )),
    ];
  }

  function openTicket(values: Fields): FreshdeskRow {
    const needed = ['subject', 'description', 'requester_id', 'status', 'priority'];
    refuse(400, [
      ...needed
        .filter((field) => values[field] === undefined)
        .map((field) => ({ field, message: 'It should not be blank', code: 'missing_field' }) as const),
      ...ticketProblems(values),
    ]);
    const requester = desk.contacts.find(({ id }) => id === values['requester_id']);
    return add(desk.tickets, { ...values, company_id: requester?.['company_id'] ?? null, deleted: false });
  }

  function listTickets(query: URLSearchParams): FreshdeskRow[] {
    const since = query.get('updated_since');
    const monthAgo = new Date(clock().getTime() - 30 * 86_400_000).toISOString();
    const direction = query.get('order_type') === 'asc' ? 1 : -1;
    const order = query.get('order_by') ?? 'created_at';
    return desk.tickets
      .filter(({ deleted }) => deleted !== true)
      .filter((row) => !query.has('company_id') || row['company_id'] === Number(query.get('company_id')))
      .filter((row) => (since === null ? String(row['created_at']) >= monthAgo : String(row['updated_at']) >= since))
      .toSorted((a, b) => direction * (String(a[order]) < String(b[order]) ? -1 : 1))
      .map(({ description: _description, ...row }) => row as FreshdeskRow);
  }

  function answer(method: string, path: string, query: URLSearchParams, body: Fields): Answer | FreshdeskRow[] {
    const [, kind = '', word = '', ...rest] = path.split('/');
    const rows = kind === 'companies' ? desk.companies : kind === 'contacts' ? desk.contacts : desk.tickets;
    const row = rows.find(({ id }) => String(id) === word);
    if (rest.length > 0) throw new Answer(404);
    switch (`${method} ${kind}${word === '' ? '' : word === 'autocomplete' ? '/autocomplete' : '/:id'}`) {
      case 'GET groups':
        return groups;
      case 'GET companies/autocomplete': {
        const wanted = (query.get('name') ?? '').toLowerCase();
        const found = desk.companies.filter((each) => String(each['name']).toLowerCase().startsWith(wanted));
        return new Answer(200, { companies: found.map(({ id, name }) => ({ id, name })) });
      }
      case 'POST companies':
        return new Answer(201, openCompany(body));
      case 'GET contacts':
        return desk.contacts.filter((each) => each['unique_external_id'] === query.get('unique_external_id'));
      case 'POST contacts':
        return new Answer(201, openContact(body));
      case 'GET tickets':
        return listTickets(query);
      case 'POST tickets':
        return new Answer(201, openTicket(body));
      case 'GET companies/:id':
        return new Answer(row ? 200 : 404, row);
      case 'GET tickets/:id':
        return row ? new Answer(200, { ...row, description_text: plain(String(row['description'])) }) : new Answer(404);
      case 'PUT tickets/:id': {
        if (!row) return new Answer(404);
        if (row['deleted'] === true) return new Answer(405);
        refuse(400, ticketProblems(body));
        const company_id = desk.contacts.find(({ id }) => id === body['requester_id'])?.['company_id'];
        return new Answer(200, change(desk.tickets, row, { ...body, ...(company_id !== undefined && { company_id }) }));
      }
      case 'DELETE tickets/:id':
        if (!row || row['deleted'] === true) return new Answer(404);
        change(desk.tickets, row, { deleted: true });
        return new Answer(204);
      default:
        return new Answer(404);
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://desk');
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const { trouble } = peer;
    if (trouble === 'silence') return;
    if (trouble === 'nonsense') return void response.setHeader('content-type', 'text/html').end('<html>');
    if (trouble !== 'none' && !('until' in trouble && trouble.until.getTime() <= Date.now())) {
      const wait = 'until' in trouble ? Math.ceil((trouble.until.getTime() - Date.now()) / 1000) : trouble.retryAfter;
      if (wait !== undefined) response.setHeader('retry-after', String(wait));
      return void response.writeHead(trouble.status).end(trouble.status === 500 ? 'oops' : '');
    }
    const result = await resultOf(request, url);
    const status = result instanceof Answer ? result.status : 200;
    let body = result instanceof Answer ? result.body : result;
    if (Array.isArray(body)) {
      const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), 100);
      const page = Number(url.searchParams.get('page') ?? 1);
      if (body.length > page * size) response.setHeader('link', `<${url.pathname}?page=${page + 1}>; rel="next"`);
      body = body.slice((page - 1) * size, page * size);
    }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }

  async function resultOf(request: IncomingMessage, url: URL): Promise<Answer | FreshdeskRow[]> {
    try {
      if (request.headers.authorization !== authorization) {
        const message = 'You have to be logged in to perform this action.';
        throw new Answer(401, { code: 'invalid_credentials', message });
      }
      const body = await bodyOf(request);
      const path = url.pathname.replace(/^\/api\/v2/, '');
      if (path === url.pathname) throw new Answer(404);
      return answer(request.method ?? '', path, url.searchParams, body);
    } catch (error) {
      if (error instanceof Answer) return error;
      throw error;
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: Freshdesk = {
    account: { origin, apiKey },
    ...desk,
    asked,
    trouble: 'none',
    agentChanges(ticketId, changes) {
      const row = desk.tickets.find(({ id }) => id === ticketId);
      if (!row) throw new Error(`There is no ticket ${ticketId}.`);
      change(desk.tickets, row, changes);
    },
    agentOpens: (values) => add(desk.tickets, { status: 2, type: null, group_id: null, deleted: false, ...values }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  let read = '';
  for await (const piece of request) read += String(piece);
  if (read === '') return {};
  if (!request.headers['content-type']?.startsWith('application/json')) throw new Answer(415);
  return JSON.parse(read) as Fields;
}

function refuse(status: number, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Answer(status, { description: 'Validation failed', errors: problems });
}

function text(field: string, value: unknown): Problem[] {
  if (value === undefined || value === '') return [{ field, message: 'It should not be blank', code: 'missing_field' }];
  return typeof value === 'string'
    ? []
    : [{ field, message: 'Value set is of type Integer. It should be a/an String', code: 'datatype_mismatch' }];
}

function check(field: string, value: unknown, allowed: readonly unknown[], message: string): Problem[] {
  return value === undefined || allowed.includes(value) ? [] : [invalid(field, message)];
}

function invalid(field: string, message: string): Problem {
  return { field, message, code: 'invalid_value' };
}

/** The plain text of a description. */
function plain(html: string): string {
  const words: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return html.replaceAll(/<br>/g, '\n').replaceAll(/&(lt|gt|amp);/g, (mark) => words[mark] ?? mark);
}
