import { type Access, capabilitiesFor } from '@atrium/contract/access';
import { tokenPath } from '@atrium/contract/api-clients';
import type { Endpoint } from '@atrium/contract/endpoint';
import { isForClients } from '@atrium/client/generate';
import { errorReply } from '@atrium/contract/envelope';
import { mainProduct, version } from '@atrium/contract/product';
import { getSocketEvents } from '@atrium/contract/reference';
import type { Topic } from '@atrium/contract/topic';
import { socketPath } from '@atrium/contract/socket-address';
import { kioskScheme } from '@atrium/rules/kiosk-links';
import * as z from 'zod/mini';
import { guidePath } from './client-guide.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Endpoints and socket topics as an OpenAPI 3.1 document. Aliases are listed in the description of their call. The
 * format has no topics: machines find them under `x-topics`, people in the text of the call that lists their events.
 */
export function describeApi(catalog: readonly Endpoint[], topics: readonly Topic[], cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of catalog) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${mainProduct.name} API`,
      version,
      description:
        `[Read data from a program](${guidePath}) has samples. ` +
        'Lists are returned as bare arrays with their total in `X-Total-Count`. Refusals contain `code`, `message` and `details`. ' +
        'Instants are UTC in ISO 8601; dates are local to the location.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(catalog.map(({ area }) => area))].map((name) => ({
      name,
      'x-displayName': inWords(name),
      ...(name === getSocketEvents.area && { description: topicsInWords(topics) }),
    })),
    paths,
    'x-topics': topics.map(describeTopic),
    components: {
      schemas: { Refusal: schemaOf(errorReply, 'output'), ...topicSchemas(topics) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: tokenPath, scopes: {} } } },
        kiosk: { type: 'http', scheme: kioskScheme },
      },
    },
  };
}

function operation(endpoint: Endpoint) {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: [
      whoMay(endpoint.access),
      ...(isForClients(endpoint) ? ['API clients may call it.'] : []),
      ...(endpoint.aliases ?? []).map((alias) => `Also under \`${alias}\`.`),
    ].join(' '),
    tags: [endpoint.area],
    security: securityOf(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    ...(endpoint.multipart && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    }),
    responses: {
      200: {
        description: 'Success',
        ...(endpoint.list && {
          headers: { 'X-Total-Count': { description: 'Total number of rows', schema: { type: 'integer' } } },
        }),
        content: {
          [endpoint.plainText ? 'text/plain' : 'application/json']: { schema: schemaOf(endpoint.reply, 'output') },
          ...Object.fromEntries((endpoint.formats ?? []).map((format) => [format, {}])),
        },
      },
      default: {
        description: 'Refused; the code and the message say why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

const form = {
  type: 'object',
  properties: {
    file: { type: 'array', items: { type: 'string', format: 'binary' } },
    notes: { type: 'array', items: { type: 'string' } },
  },
};

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function describeTopic(topic: Topic) {
  const { subscription, message } = schemaNames(topic);
  return {
    name: topic.name,
    summary: topic.summary,
    description: whoMay(topic.access),
    path: socketPath,
    events: topic.events,
    subscription: { $ref: `#/components/schemas/${subscription}` },
    message: { $ref: `#/components/schemas/${message}` },
  };
}

function topicSchemas(topics: readonly Topic[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    topics.flatMap((topic) => {
      const { subscription, message } = schemaNames(topic);
      return [
        [subscription, schemaOf(topic.subscription, 'input')],
        [message, schemaOf(topic.message, 'output')],
      ];
    }),
  );
}

/** `manual-occupancy` has the schemas `ManualOccupancySubscription` and `ManualOccupancyMessage`. */
function schemaNames({ name }: Topic) {
  const start = name.replaceAll(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { subscription: `${start}Subscription`, message: `${start}Message` };
}

function topicsInWords(topics: readonly Topic[]): string {
  const each = topics.map((topic) => {
    const { events, summary, access } = topic;
    const { subscription, message } = schemaNames(topic);
    return (
      `**${summary}.** Send \`${events.subscribe}\` with a \`${subscription}\`; the current state and every change ` +
      `arrive as \`${events.message}\` with a \`${message}\`. Send \`${events.unsubscribe}\` with the id of the entity ` +
      `to stop. ${whoMay(access)}`
    );
  });
  const intro = `Subscribe to live topics over socket.io at \`${socketPath}\`, with the session cookie.`;
  return [intro, ...each].join('\n\n');
}

function inWords(area: string): string {
  return area.charAt(0).toUpperCase() + area.slice(1).replaceAll('-', ' ');
}

function securityOf(endpoint: Endpoint): Record<string, readonly never[]>[] {
  const { access } = endpoint;
  if (access.kind === 'public') return [];
  return [
    ...(access.kiosk === 'only' ? [] : [{ session: [] }]),
    ...(isForClients(endpoint) ? [{ client: [] }] : []),
    ...(access.kiosk ? [{ kiosk: [] }] : []),
  ];
}

function whoMay(access: Access): string {
  if (access.kind === 'public') return 'No sign-in is required.';
  if (access.kiosk === 'only') return 'For wall screens, with the secret of their link.';
  const roles = access.roles ? `For ${access.roles.join(', ')}.` : 'For everyone who is signed in.';
  const organization = organizationInWords[access.organization];
  const needed = capabilitiesFor({ access }).map((capability) => `\`${capability}\``);
  const capability = needed.length > 0 ? ` The organization needs ${needed.join(' or ')}.` : '';
  return roles + organization + capability;
}

const organizationInWords = {
  bound: ' Staff name the organization with `orgId`, where it is not in the address.',
  open: ' Staff may name an organization with `orgId`; without it they mean all of them.',
  none: '',
};

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify });
  return described;
}

/** The format keyword makes a pattern redundant, and a number in a query is a number although it arrives as text. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  const [first, second] = jsonSchema.anyOf ?? [];
  if (typeof first === 'object' && typeof second === 'object' && first.type === 'number' && second.type === 'string') {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'integer', minimum: 0 });
  }
}
